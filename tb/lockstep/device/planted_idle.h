/* SPDX-License-Identifier: Apache-2.0 */
// planted_idle.h: SCORD_PLANTED=N makes fault N of plant_idle.sh happen in idle_faults; without it
// the code is as it was generated.
#ifndef SCORD_PLANTED_IDLE_H
#define SCORD_PLANTED_IDLE_H

#include <cstdlib>

inline const int scord_planted = std::getenv("SCORD_PLANTED")
                                     ? std::atoi(std::getenv("SCORD_PLANTED"))
                                     : 0;

#endif
