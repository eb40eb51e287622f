/* SPDX-License-Identifier: Apache-2.0 */
/* nvToolsExt.h: profiler marks of version 2 and 3, as "NVIDIA Tools Extension Library (NVTX)" has
 * them; there is no profiler here that would read them. What a profiler would number is 0. */
#ifndef SCORD_NVTOOLSEXT_H
#define SCORD_NVTOOLSEXT_H
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>
#define NVTX_VERSION 3
#define NVTX_INLINE_STATIC static inline
#define NVTX_SUCCESS 0
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN,
    NVTX_MESSAGE_TYPE_ASCII,
    NVTX_MESSAGE_TYPE_UNICODE,
    NVTX_MESSAGE_TYPE_REGISTERED
} nvtxMessageType_t;
typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
    NVTX_PAYLOAD_TYPE_INT64,
    NVTX_PAYLOAD_TYPE_DOUBLE,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
    NVTX_PAYLOAD_TYPE_INT32,
    NVTX_PAYLOAD_TYPE_FLOAT
} nvtxPayloadType_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2, nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
typedef enum nvtxResourceGenericType_t {
    NVTX_RESOURCE_TYPE_UNKNOWN,
    NVTX_RESOURCE_TYPE_GENERIC_POINTER = 0x10001,
    NVTX_RESOURCE_TYPE_GENERIC_HANDLE,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX
} nvtxResourceGenericType_t;
typedef struct nvtxResourceAttributes_v0 {
    uint16_t version, size;
    int32_t identifierType;
    union identifier_t {
        const void *pIdentifier;
        uint64_t ullIdentifier;
    } identifier;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxResourceAttributes_v0, nvtxResourceAttributes_t;
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_t))

#define SCORD_NVTX(type, name, parameters, result) \
    NVTX_INLINE_STATIC type name parameters { return result; }
#define SCORD_NVTX_VOID(name, parameters) \
    NVTX_INLINE_STATIC void name parameters {}
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
#endif
SCORD_NVTX_VOID(nvtxInitialize, (const void *reserved))
SCORD_NVTX_VOID(nvtxMarkEx, (const nvtxEventAttributes_t *attributes))
SCORD_NVTX_VOID(nvtxMarkA, (const char *message))
SCORD_NVTX_VOID(nvtxMarkW, (const wchar_t *message))
SCORD_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *attributes), 0)
SCORD_NVTX(nvtxRangeId_t, nvtxRangeStartA, (const char *message), 0)
SCORD_NVTX(nvtxRangeId_t, nvtxRangeStartW, (const wchar_t *message), 0)
SCORD_NVTX_VOID(nvtxRangeEnd, (nvtxRangeId_t id))
SCORD_NVTX(int, nvtxRangePushEx, (const nvtxEventAttributes_t *attributes), 0)
SCORD_NVTX(int, nvtxRangePushA, (const char *message), 0)
SCORD_NVTX(int, nvtxRangePushW, (const wchar_t *message), 0)
SCORD_NVTX(int, nvtxRangePop, (void), 0)
SCORD_NVTX_VOID(nvtxNameCategoryA, (uint32_t category, const char *name))
SCORD_NVTX_VOID(nvtxNameCategoryW, (uint32_t category, const wchar_t *name))
SCORD_NVTX_VOID(nvtxNameOsThreadA, (uint32_t thread, const char *name))
SCORD_NVTX_VOID(nvtxNameOsThreadW, (uint32_t thread, const wchar_t *name))
SCORD_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA, (const char *name), NULL)
SCORD_NVTX(nvtxDomainHandle_t, nvtxDomainCreateW, (const wchar_t *name), NULL)
SCORD_NVTX_VOID(nvtxDomainDestroy, (nvtxDomainHandle_t domain))
SCORD_NVTX_VOID(nvtxDomainMarkEx,
                (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes))
SCORD_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx,
           (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes), 0)
SCORD_NVTX_VOID(nvtxDomainRangeEnd, (nvtxDomainHandle_t domain, nvtxRangeId_t id))
SCORD_NVTX(int, nvtxDomainRangePushEx,
           (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes), 0)
SCORD_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t domain), 0)
SCORD_NVTX_VOID(nvtxDomainNameCategoryA,
                (nvtxDomainHandle_t domain, uint32_t category, const char *name))
SCORD_NVTX_VOID(nvtxDomainNameCategoryW,
                (nvtxDomainHandle_t domain, uint32_t category, const wchar_t *name))
SCORD_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA,
           (nvtxDomainHandle_t domain, const char *string), NULL)
SCORD_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringW,
           (nvtxDomainHandle_t domain, const wchar_t *string), NULL)
SCORD_NVTX(nvtxResourceHandle_t, nvtxDomainResourceCreate,
           (nvtxDomainHandle_t domain, nvtxResourceAttributes_t *attributes), NULL)
SCORD_NVTX_VOID(nvtxDomainResourceDestroy, (nvtxResourceHandle_t resource))
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#undef SCORD_NVTX
#undef SCORD_NVTX_VOID

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif
#endif
