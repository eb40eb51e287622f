MemcpyHtoD,0x00007f4a30200000,128
kernel-1.traceg
kernel-2.traceg
kernel-3.traceg.xz
MemcpyDtoH,0x00007f4a30200000,128
