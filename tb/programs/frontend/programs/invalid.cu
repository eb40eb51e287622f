int main() { return not_declared_anywhere; }
