# program.make: PROGRAM out of OBJECTS, for the makefile of each folder.
NVCC ?= nvcc
NVCCFLAGS ?= -O2

$(PROGRAM): $(OBJECTS)
	$(NVCC) $(NVCCFLAGS) -o $@ $^ $(LDLIBS)

%.o: %.cu $(wildcard *.h ../*.h)
	$(NVCC) $(NVCCFLAGS) -I.. -c -o $@ $<

%.o: %.cpp $(wildcard *.h ../*.h)
	$(NVCC) $(NVCCFLAGS) -I.. -c -o $@ $<

clean:
	rm -f $(PROGRAM) *.o
