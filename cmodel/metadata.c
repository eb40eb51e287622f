/* metadata.c: see metadata.h. */
#include "metadata.h"

#include <assert.h>

enum { TAG_COUNT = 1 << SCORD_TAG_WIDTH };

uint64_t scord_metadata_reset(unsigned tag)
{
    assert(tag < TAG_COUNT);
    return SCORD_METADATA_RESET_IMAGE | (uint64_t)tag << SCORD_METADATA_TAG_SHIFT;
}

unsigned scord_metadata_tag(uint64_t bits)
{
    return (unsigned)(bits >> SCORD_METADATA_TAG_SHIFT) & (TAG_COUNT - 1);
}
