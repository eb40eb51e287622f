int helper() { return 7; }
