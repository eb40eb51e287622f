/* SPDX-License-Identifier: Apache-2.0 */
/* driver_errors.c: the driver's error codes. Those that both APIs have, have the same number. */
#include "sim/driver/driver.h"

driver_call_t driver_begin(const char *name) {
    session_t *session = session_enter();
    session->called_as = name;
    return (driver_call_t){session, session_last_error(false)};
}

CUresult driver_end(driver_call_t call, cudaError_t error) {
    call.session->called_as = NULL;
    session_set_last_error(call.last);
    session_leave(call.session, cudaSuccess);
    return driver_error(error);
}

CUresult driver_error(cudaError_t error) {
    switch ((int)error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidMemcpyDirection: return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
    }
    return (CUresult)error;
}

typedef struct error_text {
    CUresult error;
    const char *name, *text; /* text NULL: the runtime's */
} error_text_t;
#define TEXT(error, text)                                                                          \
    { error, #error, text }
static const error_text_t texts[] = {
    TEXT(CUDA_SUCCESS, NULL),
    TEXT(CUDA_ERROR_INVALID_VALUE, NULL),
    TEXT(CUDA_ERROR_OUT_OF_MEMORY, NULL),
    TEXT(CUDA_ERROR_NOT_INITIALIZED, NULL),
    TEXT(CUDA_ERROR_DEINITIALIZED, "driver shutting down"),
    TEXT(CUDA_ERROR_STUB_LIBRARY, "CUDA driver is a stub library"),
    TEXT(CUDA_ERROR_NO_DEVICE, NULL),
    TEXT(CUDA_ERROR_INVALID_DEVICE, NULL),
    TEXT(CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid"),
    TEXT(CUDA_ERROR_INVALID_CONTEXT, "invalid device context"),
    TEXT(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, "context already current"),
    TEXT(CUDA_ERROR_MAP_FAILED, "mapping of buffer object failed"),
    TEXT(CUDA_ERROR_UNMAP_FAILED, "unmapping of buffer object failed"),
    TEXT(CUDA_ERROR_ALREADY_MAPPED, "resource already mapped"),
    TEXT(CUDA_ERROR_NO_BINARY_FOR_GPU, NULL),
    TEXT(CUDA_ERROR_NOT_MAPPED, "resource not mapped"),
    TEXT(CUDA_ERROR_UNSUPPORTED_LIMIT, "limit is not supported on this architecture"),
    TEXT(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
         "peer access is not supported between these two devices"),
    TEXT(CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed"),
    TEXT(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
         "the provided PTX was compiled with an unsupported toolchain."),
    TEXT(CUDA_ERROR_INVALID_SOURCE, "device kernel image is invalid"),
    TEXT(CUDA_ERROR_FILE_NOT_FOUND, "file not found"),
    TEXT(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, "shared object symbol not found"),
    TEXT(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, "shared object initialization failed"),
    TEXT(CUDA_ERROR_OPERATING_SYSTEM, "OS call failed or operation not supported on this OS"),
    TEXT(CUDA_ERROR_INVALID_HANDLE, NULL),
    TEXT(CUDA_ERROR_ILLEGAL_STATE, "the operation cannot be performed in the present state"),
    TEXT(CUDA_ERROR_NOT_FOUND, "named symbol not found"),
    TEXT(CUDA_ERROR_NOT_READY, NULL),
    TEXT(CUDA_ERROR_ILLEGAL_ADDRESS, NULL),
    TEXT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, NULL),
    TEXT(CUDA_ERROR_LAUNCH_TIMEOUT, NULL),
    TEXT(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, NULL),
    TEXT(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, NULL),
    TEXT(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, "cannot set while device is active in this process"),
    TEXT(CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed"),
    TEXT(CUDA_ERROR_ASSERT, NULL),
    TEXT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, NULL),
    TEXT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, NULL),
    TEXT(CUDA_ERROR_ILLEGAL_INSTRUCTION, NULL),
    TEXT(CUDA_ERROR_MISALIGNED_ADDRESS, NULL),
    TEXT(CUDA_ERROR_INVALID_ADDRESS_SPACE, NULL),
    TEXT(CUDA_ERROR_INVALID_PC, NULL),
    TEXT(CUDA_ERROR_LAUNCH_FAILED, NULL),
    TEXT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, NULL),
    TEXT(CUDA_ERROR_NOT_PERMITTED, NULL),
    TEXT(CUDA_ERROR_NOT_SUPPORTED, NULL),
    TEXT(CUDA_ERROR_UNKNOWN, NULL),
};

static const error_text_t *text_of(CUresult error) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].error == error) return &texts[i];
    return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
    const error_text_t *found = text_of(error);
    *name = found ? found->name : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
    const error_text_t *found = text_of(error);
    *text = !found ? NULL : found->text ? found->text : cudaGetErrorString((cudaError_t)(int)error);
    return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
