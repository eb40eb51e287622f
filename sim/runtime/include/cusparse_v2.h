/* SPDX-License-Identifier: Apache-2.0 */
/* cusparse_v2.h: the older name. */
#include "cusparse.h"
