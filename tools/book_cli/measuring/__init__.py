"""What `tools/book measure` is made of: the GPU's data, timed runs, and Nsight Compute's counters."""
