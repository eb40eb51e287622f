// SPDX-License-Identifier: Apache-2.0
// stored_request.vh: how many bits of a detector_request are stored. Included in modules with the parameters
// IndependentThreads and AcquireRelease.
//
// The uppermost fields are the threads (D40), and below them the semantics (D60). Without their parameter they are
// always 0 and are not stored.

localparam int StoredRequestWidth = scord_params::DETECTOR_REQUEST_WIDTH - (IndependentThreads != 0 ? 0 :
    scord_params::REQUEST_THREADS_WIDTH + (AcquireRelease != 0 ? 0 : scord_params::SEMANTICS_WIDTH));
