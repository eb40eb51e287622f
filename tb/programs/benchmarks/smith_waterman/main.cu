// smith_waterman [SUBJECTS]: a query against random sequences, some of which hold a mutated part of it.
#include "align.h"
#include "check.h"

#include <algorithm>
#include <random>

static std::string random_dna(int length, std::mt19937 &engine) {
    std::string text;
    for (int i = 0; i < length; i++) text += "ACGT"[engine() % 4];
    return text;
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 15;
    const Scoring scoring = {5, -4, 8, 2};
    std::mt19937 engine(1981);
    const std::string query = random_dna(101, engine);
    std::vector<std::string> subjects;
    for (int i = 0; i < count; i++) {
        std::string subject = random_dna(40 + (int)(engine() % 60), engine);
        if (i % 3 == 0) {
            std::string part = query.substr(10 + i, 50);
            part.erase(20, 1 + i % 4);
            part[5] = part[5] == 'A' ? 'C' : 'A';
            subject.insert(7, part);
        }
        subjects.push_back(subject);
    }
    const std::vector<int> device = scores_on_device(query, subjects, scoring), host = scores_on_host(query, subjects, scoring);
    const size_t best = std::max_element(device.begin(), device.end()) - device.begin();
    printf("%d subjects, the best is number %zu with %d\n", count, best, device[best]);
    int wrong = 0;
    for (int i = 0; i < count; i++)
        if (device[i] != host[i] && wrong++ < 5) printf("subject %d: %d, not %d\n", i, device[i], host[i]);
    const bool right = wrong == 0 && best % 3 == 0;
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
