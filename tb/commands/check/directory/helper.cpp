/* SPDX-License-Identifier: Apache-2.0 */
int helper() { return 7; }
