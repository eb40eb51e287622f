/* split_launch.h: launches whose brackets stand apart, "kernel<< <1, 32>> >()", which nvcc takes
 * and clang does not. */
#ifndef SCORD_SPLIT_LAUNCH_H
#define SCORD_SPLIT_LAUNCH_H

#include <stddef.h>

/* If SOURCE has such launches, writes a copy in which each is "kernel<<< 1, 32>>> ()" to PREFIX.cu,
 * and to PREFIX.yaml what makes clang read that instead (-ivfsoverlay); OVERLAY takes its name, ""
 * otherwise. Lines and columns stay. Returns 0, or an exit code after one message. */
int split_launch_overlay(const char *source, const char *prefix, char *overlay, size_t size);

/* Joins the brackets in TEXT; how many launches were changed. */
unsigned split_launch_join(char *text);

#endif
