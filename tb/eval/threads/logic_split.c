/* logic_split.c: cmodel/detector/detection_logic.c with another number of barrier bits in a
 * BarrierID, SPLIT; as function NAME, for encodings.c. The rest of the 8 bits is the
 * __syncwarp epoch. */
#include "cmodel/scord_params.h"

#undef SCORD_EPOCH_BARRIER_WIDTH
#define SCORD_EPOCH_BARRIER_WIDTH SPLIT
#define scord_detection_logic     NAME
#include "cmodel/detector/detection_logic.c"
