// SPDX-License-Identifier: Apache-2.0
// stored_request.vh: how much of a detector_request is stored. Included inside a module with parameters IndependentThreads and AcquireRelease.
//
// Not its uppermost fields, the threads (D40) and below them the semantics (D60), where they are always 0.

localparam int StoredRequestWidth = scord_params::DETECTOR_REQUEST_WIDTH - (IndependentThreads != 0 ? 0 :
    scord_params::REQUEST_THREADS_WIDTH + (AcquireRelease != 0 ? 0 : scord_params::SEMANTICS_WIDTH));
