// The table of the planted bugs that one executable holds.
#pragma once

struct Planted {
  const char* name;  ///< "races/missing_barrier"
  void (*bug)();
  void (*fixed)();
};

/// Adds the programs of one generated source to the table.
struct Registration {
  Registration(const Planted* first, int count);
};
