/* spmv: a sparse matrix times a vector, rows of different lengths (scattered loads).
 *
 * usage: spmv [--objects] [--table2 | ROWS ENTRIES]      (see ../apps/app.h; --table2: as by default)
 *
 * Compressed rows, a thread a row: neighbouring threads read places of `column` and `value` that lie a row apart, and
 * words of the vector anywhere. ENTRIES: of a row on average; a row has 1 to 2 ENTRIES - 1.
 */
#include "../apps/app.h"

#define THREADS 256

__global__ void multiply(const int *first, const int *column, const int *value, const int *vector, int *result,
                         int rows)
{
    const int row = blockIdx.x * THREADS + threadIdx.x;
    if (row >= rows)
        return;
    int sum = 0;
    for (int i = first[row]; i < first[row + 1]; i++)
        sum += value[i] * vector[column[i]];
    result[row] = sum;
}

int main(int argc, char **argv)
{
    const App app = {"spmv", 0, {{"ROWS", 4096, 4096, 1, 10000000}, {"ENTRIES", 8, 8, 1, 1000}}};
    const Options options = parseArguments(app, argc, argv);
    const int rows = options.sizes[0], entries = options.sizes[1];
    unsigned long long seed = 7;
    std::vector<int> first(1), column, value, vector = randomInts(rows, -100, 100, 8), expected(rows);
    for (int row = 0; row < rows; row++) {
        const int length = 1 + (int)(randomBits(&seed) % (unsigned)(2 * entries - 1));
        for (int i = 0; i < length; i++) {
            column.push_back((int)(randomBits(&seed) % (unsigned)rows));
            value.push_back((int)(randomBits(&seed) % 100));
            expected[row] += value.back() * vector[column.back()];
        }
        first.push_back((int)column.size());
    }
    const int *deviceFirst = deviceArray(options, "first", first), *deviceColumn = deviceArray(options, "column", column);
    const int *deviceValue = deviceArray(options, "value", value), *deviceVector = deviceArray(options, "vector", vector);
    int *result = deviceArray<int>(options, "result", rows);
    multiply<<<(rows + THREADS - 1) / THREADS, THREADS>>>(deviceFirst, deviceColumn, deviceValue, deviceVector, result,
                                                          rows);
    checkKernel("multiply");
    return verdict(toHost(result, rows) == expected);
}
