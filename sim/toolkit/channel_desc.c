/* SPDX-License-Identifier: Apache-2.0 */
/* channel_desc.c: cudaCreateChannelDesc, which is a function of the toolkit's library and an inline
 * one of our headers. */
typedef struct channel_desc {
    int x, y, z, w, kind;
} channel_desc_t;

channel_desc_t cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
channel_desc_t cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
    return (channel_desc_t){x, y, z, w, kind};
}
