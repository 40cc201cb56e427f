// Make the loads coalesced.
int main() {}
