/* SPDX-License-Identifier: Apache-2.0 */
// formats.cpp: matrices, and one format made of another.
#include "formats.h"

#include <algorithm>
#include <random>
#include <set>

Csr scattered(int rows, int columns, int most, unsigned seed) {
    std::mt19937 random(seed);
    Csr m{rows, columns, {0}, {}, {}};
    for (int row = 0; row < rows; row++) {
        const int count = random() % 16 == 0 ? random() % (most + 1) : random() % (most / 8 + 1);
        std::set<int> chosen;
        while ((int)chosen.size() < count) chosen.insert(random() % columns);
        for (int column : chosen) {
            m.indices.push_back(column);
            m.values.push_back((float)((int)(random() % 17) - 8) / 4.0f);
        }
        m.offsets.push_back((int)m.indices.size());
    }
    return m;
}

Csr banded(int rows, const std::vector<int> &diagonals) {
    Csr m{rows, rows, {0}, {}, {}};
    for (int row = 0; row < rows; row++) {
        for (int d : diagonals)
            if (row + d >= 0 && row + d < rows) {
                m.indices.push_back(row + d);
                m.values.push_back(d == 0 ? 4.0f : -0.5f);
            }
        m.offsets.push_back((int)m.indices.size());
    }
    return m;
}

Coo to_coo(const Csr &m) {
    Coo coo;
    for (int row = 0; row < m.rows; row++)
        for (int i = m.offsets[row]; i < m.offsets[row + 1]; i++) {
            coo.row.push_back(row);
            coo.column.push_back(m.indices[i]);
            coo.values.push_back(m.values[i]);
        }
    return coo;
}

Hybrid to_hybrid(const Csr &m, int width) {
    Hybrid h;
    h.regular = Ell{m.rows, width, std::vector<int>((std::size_t)m.rows * width, -1),
                    std::vector<float>((std::size_t)m.rows * width, 0.0f)};
    for (int row = 0; row < m.rows; row++)
        for (int i = m.offsets[row]; i < m.offsets[row + 1]; i++) {
            const int k = i - m.offsets[row];
            if (k < width) {
                h.regular.indices[(std::size_t)k * m.rows + row] = m.indices[i];
                h.regular.values[(std::size_t)k * m.rows + row] = m.values[i];
            } else {
                h.rest.row.push_back(row);
                h.rest.column.push_back(m.indices[i]);
                h.rest.values.push_back(m.values[i]);
            }
        }
    return h;
}
Ell to_ell(const Csr &m) {
    int width = 0;
    for (int row = 0; row < m.rows; row++)
        width = std::max(width, m.offsets[row + 1] - m.offsets[row]);
    return to_hybrid(m, width).regular;
}

Dia to_dia(const Csr &m) {
    std::set<int> seen;
    for (int row = 0; row < m.rows; row++)
        for (int i = m.offsets[row]; i < m.offsets[row + 1]; i++) seen.insert(m.indices[i] - row);
    Dia dia{m.rows,
            m.columns,
            {seen.begin(), seen.end()},
            std::vector<float>(seen.size() * m.rows, 0.0f)};
    for (int row = 0; row < m.rows; row++)
        for (int i = m.offsets[row]; i < m.offsets[row + 1]; i++) {
            const auto d = std::lower_bound(dia.offsets.begin(), dia.offsets.end(),
                                            m.indices[i] - row) -
                           dia.offsets.begin();
            dia.values[(std::size_t)d * m.rows + row] = m.values[i];
        }
    return dia;
}

std::vector<double> product(const Csr &m, const std::vector<float> &x) {
    std::vector<double> y(m.rows, 0.0);
    for (int row = 0; row < m.rows; row++)
        for (int i = m.offsets[row]; i < m.offsets[row + 1]; i++)
            y[row] += (double)m.values[i] * x[m.indices[i]];
    return y;
}
