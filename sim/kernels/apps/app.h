/* SPDX-License-Identifier: Apache-2.0 */
/* app.h: what the seven applications (ScoRD Table II) share: arguments, race switches, named device arrays, random
 * input. The programs of sim/kernels/grab have versions in the place of race switches, and use the rest.
 *
 * usage of every application: APP [--race SITES] [--objects] [--table2 | SIZE...]
 *   --race SITES   switches the synchronisation of these sites to the racy variant: numbers from 1 separated by commas,
 *                  or "all"; the sites are the enum RaceSite of the application and the table tb/eval/races/race_sites
 *   --objects      prints a line "object NAME ADDRESS BYTES" for every device array, so that the addresses of a report
 *                  have names
 *   --table2       the sizes of Table II of the paper; else the SIZEs given, else small ones
 * Exit codes: 0 the answer is right (last line PASS), 1 it is wrong (FAIL) or CUDA refused, 2 bad usage.
 *
 * usage of a program with versions: APP VERSION [--objects] [--table3 | SIZE...]      (Table 3 of GRAB)
 */
#ifndef SCORD_APP_H
#define SCORD_APP_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

/* Whether a site is switched to its racy variant; a kernel that uses it has the parameter `unsigned races`. */
#define INJECT(site) (races >> (site) & 1)

/* Name, default value, value of the paper's table and range of a size argument. */
struct SizeArgument {
    const char *name;
    int small, paper, least, most;
};

/* An application: its name, number of race sites, size arguments, and versions if it has some. */
struct App {
    const char *name;
    int sites;
    std::vector<SizeArgument> arguments;
    std::vector<const char *> versions = {};
};

struct Options {
    int version;    /* of App::versions */
    unsigned races; /* bit K: site K is racy */
    bool objects;
    std::vector<int> sizes;
};

[[noreturn]] static void badUsage(const App &app, const char *word, const char *problem)
{
    fprintf(stderr, "%s: '%s' %s\nusage: %s", app.name, word, problem, app.name);
    for (size_t i = 0; i < app.versions.size(); i++)
        fprintf(stderr, "%s%s", i == 0 ? " " : "|", app.versions[i]);
    fputs(app.versions.empty() ? " [--race SITES] [--objects] [--table2 |" : " [--objects] [--table3 |", stderr);
    for (const SizeArgument &argument : app.arguments)
        fprintf(stderr, " %s", argument.name);
    if (app.versions.empty())
        fprintf(stderr, "], SITES: numbers from 1 to %d separated by commas, or all\n", app.sites);
    else
        fputs("]\n", stderr);
    exit(2);
}

static unsigned raceSites(const App &app, const char *text)
{
    unsigned races = 0;
    if (strcmp(text, "all") == 0)
        return (2u << app.sites) - 2;
    for (const char *rest = text;; rest++) {
        char *end;
        const long site = strtol(rest, &end, 10);
        if (end == rest || site < 1 || site > app.sites || (*end != ',' && *end != '\0'))
            badUsage(app, text, "does not name race sites");
        races |= 1u << site;
        rest = end;
        if (*rest == '\0')
            return races;
    }
}

static int sizeArgument(const App &app, const SizeArgument &argument, const char *text)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < argument.least || value > argument.most) {
        char problem[96];
        snprintf(problem, sizeof problem, "is not a %s from %d to %d", argument.name, argument.least, argument.most);
        badUsage(app, text, problem);
    }
    return (int)value;
}

static int versionArgument(const App &app, const char *text)
{
    for (size_t i = 0; i < app.versions.size(); i++)
        if (strcmp(text, app.versions[i]) == 0)
            return (int)i;
    badUsage(app, text, "is not a version");
}

static Options parseArguments(const App &app, int argc, char **argv)
{
    Options options = {};
    size_t given = 0;
    const bool versions = !app.versions.empty();
    if (versions)
        options.version = versionArgument(app, argc > 1 ? argv[1] : "");
    for (const SizeArgument &argument : app.arguments)
        options.sizes.push_back(argument.small);
    for (int i = 1 + versions; i < argc; i++) {
        if (!versions && strcmp(argv[i], "--race") == 0 && i + 1 < argc)
            options.races |= raceSites(app, argv[++i]);
        else if (strcmp(argv[i], "--objects") == 0)
            options.objects = true;
        else if (strcmp(argv[i], versions ? "--table3" : "--table2") == 0)
            for (size_t k = 0; k < app.arguments.size(); k++)
                options.sizes[k] = app.arguments[k].paper;
        else if (given == app.arguments.size())
            badUsage(app, argv[i], "is one argument too many");
        else {
            options.sizes[given] = sizeArgument(app, app.arguments[given], argv[i]);
            given++;
        }
    }
    return options;
}

/* Ends the program with one message when CUDA refused something. */
static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

/* Waits for the kernel launched last. */
static void checkKernel(const char *kernel)
{
    check(cudaGetLastError(), kernel);
    check(cudaDeviceSynchronize(), kernel);
}

/* A device array of a name, filled with zeros. Lives as long as the program. */
template <class T> T *deviceArray(const Options &options, const char *name, size_t count)
{
    T *device = nullptr;
    check(cudaMalloc(&device, count * sizeof(T)), name);
    check(cudaMemset((void *)device, 0, count * sizeof(T)), name);
    if (options.objects)
        printf("object %s %p %zu\n", name, (void *)device, count * sizeof(T));
    return device;
}

template <class T> void toDevice(T *device, const std::vector<T> &host)
{
    if (!host.empty())
        check(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
}

template <class T> T *deviceArray(const Options &options, const char *name, const std::vector<T> &host)
{
    T *device = deviceArray<T>(options, name, host.empty() ? 1 : host.size());
    toDevice(device, host);
    return device;
}

template <class T> std::vector<T> toHost(const T *device, size_t count)
{
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost), "copy to the host");
    return host;
}

template <class T> T toHost(const T *device) { return toHost(device, 1)[0]; }

/* Random bits: splitmix64. */
static unsigned randomBits(unsigned long long *state)
{
    unsigned long long z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (unsigned)(z >> 32);
}

static std::vector<int> randomInts(size_t count, int least, int most, unsigned long long seed)
{
    std::vector<int> values(count);
    for (int &value : values)
        value = least + (int)(randomBits(&seed) % (unsigned)(most - least + 1));
    return values;
}

/* The last line, and the exit code. */
static int verdict(bool right)
{
    puts(right ? "PASS" : "FAIL");
    return right ? 0 : 1;
}

#endif
