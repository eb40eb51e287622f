/* lockset.c: see lockset.h. */
#include "lockset.h"

enum {
    FIELD_BITS = SCORD_BLOOM_PART_WIDTH / 2,
    FIELD_MASK = (1 << FIELD_BITS) - 1,
    PART_MASK = (1 << SCORD_BLOOM_PART_WIDTH) - 1
};

static unsigned block_part(unsigned set)
{
    return set & PART_MASK;
}

static unsigned device_part(unsigned set)
{
    return set >> SCORD_BLOOM_PART_WIDTH & PART_MASK;
}

/* D22: a lock sets a bit in both fields, so one zero field means that no lock can be common. */
static bool part_empty(unsigned part)
{
    return !(part & FIELD_MASK) || !(part >> FIELD_BITS);
}

static unsigned normalized(unsigned part)
{
    return part_empty(part) ? 0 : part;
}

bool scord_lockset_empty(uint16_t set)
{
    return part_empty(block_part(set));
}

bool scord_lockset_disjoint(uint16_t first, uint16_t second, bool same_block)
{
    const unsigned common = first & second;
    return part_empty(same_block ? block_part(common) : device_part(common));
}

uint16_t scord_lockset_refine(uint16_t first, uint16_t second, bool same_block)
{
    const unsigned common = first & second;
    const unsigned device = normalized(device_part(common));
    const unsigned block = same_block ? normalized(block_part(common)) : device;
    return (uint16_t)(device << SCORD_BLOOM_PART_WIDTH | block);
}
