-- SPDX-License-Identifier: Apache-2.0
-- eval.sql: the evaluation of BAWS (docs/eval-baws.md): ratios of two runs, means over programs (W12), spreads over seeds
-- (W13); the paper's claims with their verdicts, tables, and the data of plots. Percent (points) throughout. A mean needs
-- every program of its group. Rows and columns come from the runs: a further policy or program needs nothing here.

-- ---- runs: a configuration is "[SETTINGS ]ISSUE FETCH" ----
SELECT fail('runs', 'a line is not: group program settings issue fetch seed file') FROM line
    WHERE json_array_length(words) <> 7;
CREATE TABLE run AS
SELECT n, text, file, words ->> 0 AS grp, words ->> 1 AS program, words ->> 2 AS settings, words ->> 3 AS issue,
    words ->> 4 AS fetch,
    CAST(words ->> 5 AS INTEGER) AS seed, iif(words ->> 2 = '-', '', words ->> 2 || ' ') || (words ->> 3) || ' '
        || (words ->> 4) AS config
FROM line WHERE text IS NOT NULL;
SELECT fail(file, 'not of the run that the manifest says (settings in the order of machine.def?); remove it') FROM run
WHERE (text ->> 'schema' = 'scord-sim-1' AND text ->> 'mode' = 'cycle' AND text ->> 'issue' = issue
    AND text ->> 'fetch' = fetch
    AND text ->> 'seed' = seed AND text ->> 'settings' = iif(settings = '-', '', settings)) IS NOT TRUE;
CREATE TABLE reason AS SELECT key AS place, value AS name
    FROM json_each('["control","data","structural","barrier","exit","fetch"]');
SELECT fail(file, 'no number `' || name || '` where it should be; remove it')
FROM run, (SELECT value AS name, '$.total.' || value AS path
    FROM json_each('["cycles","warp_instructions","thread_instructions","warps",
    "barrier_shares","exit_shares","rtru_lost","rtru_total","rtru_phases","phases","idle_slots_empty","issue_slots","fetch_slots",
    "fetch_hits","fetch_misses","blocks_per_sm","warps_per_block"]') UNION ALL SELECT name, '$.total.idle_slots.'
    || name FROM reason)
WHERE (json_type(text, path) IN ('integer', 'real')) IS NOT TRUE;
SELECT fail(file, 'no cycles or no instructions; remove it') FROM run
WHERE text ->> '$.total.cycles' <= 0 OR text ->> '$.total.thread_instructions' <= 0;
CREATE TABLE program AS SELECT grp, program, min(n) AS at FROM run GROUP BY grp, program;
CREATE TABLE found AS -- of the first group that has it
SELECT program, config, seed, min(n), total, 1.0 * (total ->> 'cycles') AS cycles,
    1.0 * (total ->> 'thread_instructions') AS instructions
FROM (SELECT *, text -> 'total' AS total FROM run) GROUP BY program, config, seed;
CREATE INDEX by_run ON found(program, seed);

-- ---- values of a program, then over the seeds that have one: median, least, most ----
-- Of one run; idle cycles in percent of the issue slots of the same program under LRR (Figure 10).
CREATE TABLE share AS
SELECT program, config, seed, k.value AS kind, CASE k.value
    WHEN 'both' THEN 100 * (barrier + ends) WHEN 'barrier' THEN 100 * barrier WHEN 'exit' THEN 100 * ends
    WHEN 'rtru' THEN 100 * ifnull(1.0 * (total ->> 'rtru_lost') / nullif(total ->> 'rtru_total', 0), 0)
    WHEN 'rtru mean' THEN 100 * ifnull(1.0 * (total ->> 'rtru_phases') / nullif(total ->> 'phases', 0), 0)
    WHEN 'fetch use' THEN 100 * fetched / (total ->> 'fetch_slots') WHEN 'misses'
        THEN 100.0 * (total ->> 'fetch_misses') / fetched
    ELSE 100.0 * (total ->> 'warp_instructions') / (total ->> 'issue_slots') END AS v
FROM (SELECT *, 1.0 * (total ->> 'fetch_hits') + (total ->> 'fetch_misses') AS fetched,
          ifnull(1.0 * (total ->> 'barrier_shares') / nullif(total ->> 'warps', 0), 0) AS barrier,
          ifnull(1.0 * (total ->> 'exit_shares') / nullif(total ->> 'warps', 0), 0) AS ends FROM found) f,
json_each('["both","barrier","exit","rtru","rtru mean","fetch use","misses","issue use"]') k
UNION ALL
SELECT program, f.config, seed, r.name || ' idle', 100.0 * (f.total ->> ('$.idle_slots.'
    || r.name)) / (l.total ->> 'issue_slots')
FROM found f JOIN found l USING (program, seed), reason r WHERE l.config = 'lrr rr';
-- New over old: 1 is as fast.
CREATE TABLE ratio AS
SELECT program, a.config AS new, b.config AS old, seed, b.cycles / a.cycles AS by_time,
    b.cycles / a.cycles * a.instructions / b.instructions AS by_ipc FROM found a JOIN found b USING (program, seed);
CREATE INDEX by_pair ON ratio(new, old, seed);
-- Means over the programs of a group, seed by seed; SHARE: also the largest.
CREATE TABLE grp AS SELECT grp, count(*) AS programs FROM program GROUP BY grp;
CREATE TABLE mean_ratio AS
SELECT grp, new, old, seed, 100 * (exp(sum(ln(by_ipc)) / programs) - 1) AS by_ipc,
    100 * (exp(sum(ln(by_time)) / programs) - 1) AS by_time
FROM (SELECT * FROM program JOIN ratio USING (program) JOIN grp USING (grp) ORDER BY grp, new, old, seed, at)
GROUP BY grp, new, old, seed HAVING count(*) = programs;
CREATE TABLE mean_share AS
SELECT grp, config, kind, seed, sum(v) / programs AS v, max(v) AS most
FROM (SELECT * FROM program JOIN share USING (program) JOIN grp USING (grp) ORDER BY grp, config, kind, seed, at)
GROUP BY grp, config, kind, seed HAVING count(v) = programs;
-- The spreads: of a program or (program '') of the mean of a group. Kinds: ipc, time; a share or reason, "most" and it.
CREATE TABLE spread(grp, program, kind, new, old, median, least, most, seeds);
INSERT INTO spread SELECT '', program, 'ipc', new, old, median(100 * (by_ipc - 1)), min(100 * (by_ipc - 1)),
    max(100 * (by_ipc - 1)), count(by_ipc)
FROM ratio GROUP BY program, new, old;
INSERT INTO spread SELECT '', program, kind, config, '', median(v), min(v), max(v), count(v) FROM share
    GROUP BY program, config, kind;
INSERT INTO spread SELECT grp, '', 'ipc', new, old, median(by_ipc), min(by_ipc), max(by_ipc), count(*) FROM mean_ratio
    GROUP BY grp, new, old;
INSERT INTO spread SELECT grp, '', 'time', new, old, median(by_time), min(by_time), max(by_time), count(*)
    FROM mean_ratio GROUP BY grp, new, old;
INSERT INTO spread SELECT grp, '', kind, config, '', median(v), min(v), max(v), count(*) FROM mean_share
    GROUP BY grp, config, kind;
INSERT INTO spread SELECT grp, '', 'most ' || kind, config, '', median(most), min(most), max(most), count(*)
    FROM mean_share GROUP BY grp, config, kind;
-- Points by which NEW's mean speedup over LRR is above OLD's.
INSERT INTO spread SELECT a.grp, '', 'points', a.new, b.new, median(a.by_ipc - b.by_ipc), min(a.by_ipc - b.by_ipc),
    max(a.by_ipc - b.by_ipc), count(*)
FROM mean_ratio a JOIN mean_ratio b ON (b.grp, b.seed, b.old) = (a.grp, a.seed, a.old) WHERE a.old = 'lrr rr'
    GROUP BY a.grp, a.new, b.new;
DELETE FROM spread WHERE seeds = 0;
CREATE UNIQUE INDEX by_kind ON spread(grp, program, kind, new, old);
-- Half of the spread follows a program's value where it is at least 0.1; a mean has its ends.
CREATE VIEW cells AS
SELECT *, ' ' || number('%.1f', median) || iif((most - least) / 2 >= 0.05, ' ±'
    || number('%.1f', (most - least) / 2), '') || ' |' AS cell,
    ' **' || number('%.1f', median) || '**' || iif(seeds = 1, '', ' (' || number('%.1f', least) || ' … '
        || number('%.1f', most) || ')') || ' |' AS bold
FROM spread;

-- ---- claims ----
-- A number: mean of a share or its largest, mean speedup or a program's, the best program's, points.
CREATE TABLE claim(place, says, grp, kind, paper, new, old, program);
INSERT INTO claim VALUES
    ('Fig. 1', 'barrier and exit share, LRR', 'speedup', 'both', 30, 'lrr rr', '', ''),
    ('Fig. 1', 'barrier and exit share, GTO', 'speedup', 'both', 37, 'gto rr', '', ''),
    ('Fig. 1', 'largest share, LRR or GTO (here GTO)', 'speedup', 'most both', 61, 'gto rr', '', ''),
    ('Fig. 5', 'largest RTRU (here GTO)', 'speedup', 'most rtru', 60, 'gto rr', '', ''),
    ('Fig. 8', 'GTO over LRR', 'speedup', 'ipc', 8.4, 'gto rr', 'lrr rr', ''),
    ('Fig. 8', 'TLS over LRR, sticky marks (GPGPU-Sim''s)', 'speedup', 'ipc', 0, 'tls-sticky rr', 'lrr rr', ''),
    ('Fig. 8', 'TLS over LRR, fixed rule', 'speedup', 'ipc', 0, 'tls rr', 'lrr rr', ''),
    ('Fig. 8', 'MWF(LRR) over LRR', 'speedup', 'ipc', 9.5, 'mwf-lrr rr', 'lrr rr', ''),
    ('Fig. 8', 'MWF(GTO) over LRR', 'speedup', 'ipc', 9.8, 'mwf-gto rr', 'lrr rr', ''),
    ('Fig. 8', 'MWF(LRR) + CFF over LRR', 'speedup', 'ipc', 16.2, 'mwf-lrr cff', 'lrr rr', ''),
    ('Fig. 8', 'MWF(GTO) + CFF over LRR', 'speedup', 'ipc', 16.9, 'mwf-gto cff', 'lrr rr', ''),
    ('Fig. 8', 'the same, best program', 'speedup', 'best', 35, 'mwf-gto cff', 'lrr rr', ''),
    ('Fig. 8', 'CFF on GTO, points', 'speedup', 'points', 1.7, 'gto cff', 'gto rr', ''),
    ('Fig. 8', 'CFF on TLS, points (sticky)', 'speedup', 'points', 1.7, 'tls-sticky cff', 'tls-sticky rr', ''),
    ('Fig. 8', 'CFF on MWF(LRR), points', 'speedup', 'points', 6.7, 'mwf-lrr cff', 'mwf-lrr rr', ''),
    ('Fig. 8', 'CFF on MWF(GTO), points', 'speedup', 'points', 7.1, 'mwf-gto cff', 'mwf-gto rr', ''),
    ('Fig. 8', 'MWF(GTO) over GTO, points', 'speedup', 'points', 1.4, 'mwf-gto rr', 'gto rr', ''),
    ('Fig. 8', 'BAWS over GTO, points', 'speedup', 'points', 8.5, 'mwf-gto cff', 'gto rr', ''),
    ('Fig. 8', 'BAWS over GTO + CFF, points (16.9 - 8.4 - 1.7)', 'speedup', 'points', 6.8, 'mwf-gto cff', 'gto cff',
        ''),
    ('Fig. 8', 'BAWS over GTO, SRAD2', 'speedup', 'ipc', 30, 'mwf-gto cff', 'gto rr', 'srad2'),
    ('Fig. 9', 'MWF(GTO) + FEF over LRR', 'speedup', 'ipc', 11, 'mwf-gto fef', 'lrr rr', ''),
    ('6.4', 'I-buffer of 4, LRR', 'speedup', 'ipc', 0.3, 'ibuffer_slots=4 lrr rr', 'lrr rr', ''),
    ('6.4', 'I-buffer of 4 and a fetch of 4, LRR', 'speedup', 'ipc', 0.3, 'fetch_bytes=32,ibuffer_slots=4 lrr rr',
        'lrr rr', ''),
    ('6.4', 'I-buffer of 4, MWF(GTO)', 'speedup', 'ipc', 0.3, 'ibuffer_slots=4 mwf-gto rr', 'mwf-gto rr', ''),
    ('Fig. 11', 'BAWS over LRR, not barrier-intensive', 'other', 'ipc', 5.7, 'mwf-gto cff', 'lrr rr', ''),
    ('Fig. 11', 'BAWS over LRR, lud', 'other', 'ipc', 22, 'mwf-gto cff', 'lrr rr', 'lud'),
    ('Fig. 11', 'BAWS over LRR, hotspot', 'other', 'ipc', 18, 'mwf-gto cff', 'lrr rr', 'hotspot'),
    ('Fig. 12', 'BAWS over SAWS', 'speedup', 'ipc', 7, 'mwf-gto cff', 'saws rr', ''),
    ('Fig. 12', 'BAWS over SAWS, STN', 'speedup', 'ipc', 27, 'mwf-gto cff', 'saws rr', 'stn'),
    ('Fig. 12', 'BAWS over SAWS, SRAD2', 'speedup', 'ipc', 18, 'mwf-gto cff', 'saws rr', 'srad2'),
    ('Fig. 14', 'BAWS over GTO, not barrier-intensive', 'other', 'ipc', 0, 'mwf-gto cff', 'gto rr', ''),
    ('Fig. 14', 'SAWS over GTO, not barrier-intensive', 'other', 'ipc', 0, 'saws rr', 'gto rr', ''),
    ('Fig. 14', 'BAWS over GTO, lud', 'other', 'ipc', 18, 'mwf-gto cff', 'gto rr', 'lud');
INSERT INTO spread SELECT grp, '', 'best', new, old, max(median), least, most, seeds
    FROM (SELECT p.grp, s.new, s.old, s.median, s.least, s.most, s.seeds
    FROM program p JOIN spread s ON s.program = p.program AND s.kind = 'ipc' ORDER BY p.grp, s.new, s.old, at)
        GROUP BY grp, new, old;
CREATE TABLE numbers AS
SELECT c.rowid AS at, place, says, paper, median, least, most, CASE WHEN median IS NULL THEN 'open'
    WHEN abs(paper) < 1 THEN CASE WHEN abs(median) < 1 THEN 'reproduced' WHEN abs(median) < 3 THEN 'partly'
        ELSE 'not' END
    WHEN median > 0 AND abs(median - paper) <= max(0.3 * paper, min(3, paper / 2.0)) THEN 'reproduced'
    WHEN least > 0 AND median >= 1 THEN 'partly' ELSE 'not' END AS verdict
FROM claim c LEFT JOIN spread s ON (s.grp, s.program, s.kind, s.new, s.old) = (iif(c.program = '', c.grp, ''),
    c.program, c.kind, c.new, c.old);
-- An order: MORE is larger than LESS in a program, each a kind of two configurations; less '': LEAST.
CREATE TABLE ordered(place, says, grp, only, but, typically, kind, new, old, less_kind, less_new, least);
INSERT INTO ordered VALUES
    ('5', 'barrier-intensive: above 15 % under LRR', 'speedup', NULL, '', 0, 'both', 'lrr rr', '', '', '', 15),
    ('Fig. 1', 'exits matter less than barriers (LRR)', 'speedup', NULL, '', 1, 'barrier', 'lrr rr', '', 'exit',
        'lrr rr', 0),
    ('Fig. 5', 'RTRU larger under GTO than under LRR', 'speedup', NULL, '', 1, 'rtru', 'gto rr', '', 'rtru', 'lrr rr',
        0),
    ('Fig. 5', '… most notably FWT, MM, STN, PVR', 'speedup', 'fwt mm stn pvr', '', 0, 'rtru', 'gto rr', '', 'rtru',
        'lrr rr', 0),
    ('Fig. 8', 'GTO is slower than LRR in SRAD2', 'speedup', 'srad2', '', 0, 'ipc', 'lrr rr', 'gto rr', '', '', 0),
    ('Fig. 8', 'BAWS is faster than LRR', 'speedup', NULL, '', 0, 'ipc', 'mwf-gto cff', 'lrr rr', '', '', 0),
    ('Fig. 8', 'BAWS is faster than GTO', 'speedup', NULL, '', 0, 'ipc', 'mwf-gto cff', 'gto rr', '', '', 0),
    ('Fig. 10', 'MWF(LRR) waits less at barriers than LRR, but STN', 'speedup', NULL, 'stn', 0, 'barrier idle',
        'lrr rr', '', 'barrier idle', 'mwf-lrr rr', 0),
    ('Fig. 10', 'CFF reduces that further', 'speedup', NULL, '', 1, 'barrier idle', 'mwf-lrr rr', '', 'barrier idle',
        'mwf-lrr cff', 0),
    ('Fig. 10', 'MWF(LRR) + CFF waits less at barriers than GTO', 'speedup', NULL, '', 0, 'barrier idle', 'gto rr',
        '', 'barrier idle', 'mwf-lrr cff', 0),
    ('Fig. 10', 'MWF(LRR) + CFF: fewer structural stalls than LRR', 'speedup', NULL, '', 1, 'structural idle',
        'lrr rr', '', 'structural idle', 'mwf-lrr cff', 0),
    ('Fig. 10', 'GTO: fewer structural stalls than MWF(LRR) + CFF', 'speedup', NULL, '', 1, 'structural idle',
        'mwf-lrr cff', '', 'structural idle', 'gto rr', 0),
    ('Fig. 10', 'CFF: fewer fetch stalls than MWF(LRR) alone', 'speedup', NULL, '', 1, 'fetch idle', 'mwf-lrr rr', '',
        'fetch idle', 'mwf-lrr cff', 0),
    ('Fig. 10', '… for example MS, OCTP, SS, HISTO', 'speedup', 'ms octp ss histo', '', 0, 'fetch idle',
        'mwf-lrr rr', '', 'fetch idle', 'mwf-lrr cff', 0),
    ('Fig. 10', 'fewer data stalls than LRR in PVC, PVR, SS', 'speedup', 'pvc pvr ss', '', 0, 'data idle', 'lrr rr',
        '', 'data idle', 'mwf-lrr cff', 0),
    ('Fig. 11', 'BAWS faster than GTO in lud, backprop', 'other', 'lud backprop', '', 0, 'ipc', 'mwf-gto cff',
        'gto rr', '', '', 0),
    ('Fig. 12', 'BAWS is faster than SAWS', 'speedup', NULL, '', 0, 'ipc', 'mwf-gto cff', 'saws rr', '', '', 0),
    ('Fig. 12', 'SAWS is slower than GTO in STN, HISTO', 'speedup', 'stn histo', '', 0, 'ipc', 'gto rr', 'saws rr',
        '', '', 0);
CREATE TABLE orders AS
SELECT id AS at, place, says, typically, ifnull(sum(holds), 0) AS holding, count(holds) AS of, group_concat(CASE
    WHEN NOT holds THEN program END, ' ') AS failing,
    CASE WHEN count(holds) = 0 THEN 'open'
    WHEN sum(holds) = count(holds) OR typically AND sum(holds) >= 0.75 * count(holds) THEN 'reproduced'
    WHEN 2 * sum(holds) >= count(holds) THEN 'partly' ELSE 'not' END AS verdict
FROM (SELECT o.rowid AS id, o.*, p.program, a.median > iif(less_kind = '', o.least, b.median) AS holds
      FROM ordered o LEFT JOIN program p ON p.grp = o.grp AND (only IS NULL OR instr(' ' || only || ' ', ' '
          || p.program || ' ')) AND p.program <> but
      LEFT JOIN spread a ON (a.grp, a.program, a.kind, a.new, a.old) = ('', p.program, o.kind, o.new, o.old)
      LEFT JOIN spread b ON (b.grp, b.program, b.kind, b.new, b.old) = ('', p.program, o.less_kind, o.less_new, '')
          ORDER BY o.rowid, p.at) GROUP BY id;
CREATE VIEW claims AS
SELECT 1 AS part, 0 AS at, 'A number of the paper is *reproduced* when the median over the seeds has its sign and is within 30 % of it or within 3 points
(half of it, where it is below 6 points); *partly* when all seeds have its sign and the median is at least 1 point; else *not*. For a number
below 1 point ("neutral"): reproduced within 1 point of zero, partly within 3. An order is reproduced when it holds, by medians,
in all the programs that the paper says (in 75 % where it says "typically"), partly in at least half of them. *open*: runs are missing.

| paper | number, in percent or points | paper | measured, median (least … most) | verdict |
|---|---|---|---|---|' AS text
UNION ALL SELECT 2, at, '| ' || place || ' | ' || says || ' | ' || number('%.1f', paper) || ' | '
    || ifnull(number('%.1f', median) || ' (' || number('%.1f', least) || ' … ' || number('%.1f', most) || ')', '-')
        || ' | ' || verdict || ' |' FROM numbers
UNION ALL SELECT 3, 0, '
| paper | order | paper: in | measured: programs | verdict |
|---|---|---|---|---|'
UNION ALL SELECT 4, at, '| ' || place || ' | ' || says || ' | ' || iif(typically, 'typically', 'all') || ' | '
    || holding || ' of ' || of
    || ifnull('; not in ' || failing, '') || ' | ' || verdict || ' |' FROM orders
UNION ALL SELECT 5, 0, char(10) || sum(verdict = 'reproduced') || ' reproduced, ' || sum(verdict = 'partly')
    || ' partly, '
    || sum(verdict = 'not') || ' not, ' || sum(verdict = 'open') || ' open.'
    FROM (SELECT verdict FROM numbers UNION ALL SELECT verdict FROM orders);
SELECT text FROM claims ORDER BY part, at;
SELECT output('tables/claims.md');
SELECT text FROM claims ORDER BY part, at;

-- ---- tables of programs ----
CREATE TABLE col(tbl, place, head, kind, new, old);
INSERT INTO col VALUES
    ('barriers', 1, 'LRR: barrier', 'barrier', 'lrr rr', ''), ('barriers', 2, 'exit', 'exit', 'lrr rr', ''),
    ('barriers', 3, 'both', 'both', 'lrr rr', ''), ('barriers', 4, 'GTO: barrier', 'barrier', 'gto rr', ''),
    ('barriers', 5, 'exit', 'exit', 'gto rr', ''), ('barriers', 6, 'both', 'both', 'gto rr', ''),
    ('barriers', 7, 'BAWS: both', 'both', 'mwf-gto cff', ''),
    ('rtru', 1, 'LRR', 'rtru', 'lrr rr', ''), ('rtru', 2, 'GTO', 'rtru', 'gto rr', ''),
    ('rtru', 3, 'MWF(GTO)', 'rtru', 'mwf-gto rr', ''), ('rtru', 4, 'BAWS', 'rtru', 'mwf-gto cff', ''),
    ('rtru', 5, 'LRR, every phase alike', 'rtru mean', 'lrr rr', ''), ('rtru', 6, 'GTO, every phase alike',
        'rtru mean', 'gto rr', ''),
    ('front-ends', 1, 'LRR: fetch slots used', 'fetch use', 'lrr rr', ''), ('front-ends', 2, 'I-cache misses',
        'misses', 'lrr rr', ''),
    ('front-ends', 3, 'issue slots used', 'issue use', 'lrr rr', ''), ('front-ends', 4, 'BAWS: fetch slots used',
        'fetch use', 'mwf-gto cff', ''),
    ('front-ends', 5, 'I-cache misses', 'misses', 'mwf-gto cff', ''), ('front-ends', 6, 'issue slots used',
        'issue use', 'mwf-gto cff', ''),
    ('fetch-policies', 1, 'MWF(LRR)', 'ipc', 'mwf-lrr rr', 'lrr rr'), ('fetch-policies', 2, 'MWF(LRR) + FEF', 'ipc',
        'mwf-lrr fef', 'lrr rr'),
    ('fetch-policies', 3, 'MWF(LRR) + CFF', 'ipc', 'mwf-lrr cff', 'lrr rr'), ('fetch-policies', 4, 'MWF(GTO)', 'ipc',
        'mwf-gto rr', 'lrr rr'),
    ('fetch-policies', 5, 'MWF(GTO) + FEF', 'ipc', 'mwf-gto fef', 'lrr rr'), ('fetch-policies', 6, 'MWF(GTO) + CFF',
        'ipc', 'mwf-gto cff', 'lrr rr'),
    ('own', 1, 'GTO + CFF', 'ipc', 'gto cff', 'mwf-gto cff'), ('own', 2, 'GTO + CFF, refill', 'ipc', 'gto cff-refill',
        'mwf-gto cff'),
    ('own', 3, 'MEWF(GTO) + CFF', 'ipc', 'mewf-gto cff', 'mwf-gto cff'), ('own', 4, 'MWF(GTO) + CFF, refill', 'ipc',
        'mwf-gto cff-refill', 'mwf-gto cff'),
    ('own', 5, 'ours: MEWF(GTO) + CFF, refill', 'ipc', 'mewf-gto cff-refill', 'mwf-gto cff'),
    ('ibuffer', 1, 'LRR, I-buffer of 4', 'ipc', 'ibuffer_slots=4 lrr rr', 'lrr rr'),
    ('ibuffer', 2, 'LRR, and fetch of 4', 'ipc', 'fetch_bytes=32,ibuffer_slots=4 lrr rr', 'lrr rr'),
    ('ibuffer', 3, 'MWF(GTO), I-buffer of 4', 'ipc', 'ibuffer_slots=4 mwf-gto rr', 'mwf-gto rr'),
    ('ibuffer', 4, 'MWF(GTO), and fetch of 4', 'ipc', 'fetch_bytes=32,ibuffer_slots=4 mwf-gto rr', 'mwf-gto rr'),
    ('variants', 1, 'ties by age', 'ipc', 'tie_by_age=1 mwf-gto rr', 'mwf-gto rr'), ('variants', 2, 'exits count',
        'ipc', 'mewf-gto rr', 'mwf-gto rr'),
    ('variants', 3, 'ties by age, CFF', 'ipc', 'tie_by_age=1 mwf-gto cff', 'mwf-gto cff'), ('variants', 4,
        'exits count, CFF', 'ipc', 'mewf-gto cff', 'mwf-gto cff');
-- Speedups over OLD: the policies of a group in the order of the runs, each with the fetch policies that it has.
CREATE TABLE policy AS SELECT column1 AS issue, column2 AS name FROM (VALUES ('lrr', 'LRR'), ('gto', 'GTO'), ('tls',
    'TLS'), ('tls-sticky', 'TLS sticky'),
    ('saws', 'SAWS'), ('mwf-lrr', 'MWF(LRR)'), ('mwf-gto', 'MWF(GTO)'), ('mewf-lrr', 'MEWF(LRR)'), ('mewf-gto',
        'MEWF(GTO)'));
CREATE TABLE fetching AS SELECT column1 AS place, column2 AS fetch, column3 AS name
FROM (VALUES (1, 'rr', ''), (2, 'fef', ' + FEF'), (3, 'cff', ' + CFF'), (4, 'cff-refill', ' + CFF, refill'));
CREATE TABLE against(tbl, grp, old, name);
INSERT INTO against VALUES ('speedups', 'speedup', 'lrr rr', 'LRR'), ('over GTO', 'speedup', 'gto rr', 'GTO'),
    ('over SAWS', 'speedup', 'saws rr', 'SAWS'),
    ('other over LRR', 'other', 'lrr rr', 'LRR'), ('other over GTO', 'other', 'gto rr', 'GTO');
INSERT INTO col SELECT tbl, 10 * i.at + f.place, ifnull(p.name, i.issue) || f.name, 'ipc', i.issue || ' '
    || f.fetch, o.old
FROM against o JOIN (SELECT grp, issue, min(n) AS at FROM run GROUP BY grp, issue) i USING (grp) LEFT
    JOIN policy p ON p.issue = i.issue, fetching f
WHERE i.issue || ' ' || f.fetch <> o.old
    AND EXISTS (SELECT * FROM spread s WHERE (s.grp, s.program, s.kind, s.new, s.old) = (o.grp, '', 'ipc', i.issue
        || ' ' || f.fetch, o.old));
-- The program whose median speedups are largest in sum: a mean should not hang on it.
CREATE TABLE gained AS SELECT tbl, grp, program, max(sum) FROM (SELECT o.tbl, o.grp, p.program, p.at,
    sum(s.median) AS sum FROM against o JOIN program p USING (grp)
    JOIN col c USING (tbl) JOIN spread s ON (s.grp, s.program, s.kind, s.new, s.old) = ('', p.program, 'ipc', c.new,
        c.old)
    GROUP BY o.tbl, o.grp, p.program ORDER BY o.tbl, p.at) GROUP BY tbl, grp;
INSERT INTO spread SELECT g.tbl, '', 'without', new, old, median(v), min(v), max(v), count(*)
FROM (SELECT o.tbl, o.grp, r.new, r.old, r.seed, 100 * (exp(sum(ln(by_ipc)) / count(*)) - 1) AS v FROM against o
    JOIN grp USING (grp) JOIN gained g USING (tbl)
      JOIN program p ON p.grp = o.grp AND p.program <> g.program JOIN ratio r ON r.program = p.program AND r.old = o.old
      GROUP BY o.tbl, o.grp, r.new, r.old, r.seed HAVING count(*) = programs - 1) g GROUP BY tbl, new, old;
CREATE VIEW printed AS -- of a group
SELECT DISTINCT c.tbl, p.grp, 1 AS part, p.at, '| ' || p.program || ' |'
    || group_concat(ifnull(cell, ' - |'), '') OVER w AS text
FROM program p, col c LEFT JOIN cells s ON (s.grp, s.program, s.kind, s.new, s.old) = ('', p.program, c.kind, c.new,
    c.old)
WINDOW w AS (PARTITION BY c.tbl, p.grp, p.at ORDER BY c.place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
UNION ALL
SELECT DISTINCT c.tbl, g.grp, r.place, 0, '| ' || CASE r.kind WHEN 'time' THEN 'the same by time' WHEN 'without'
    THEN 'without ' || (SELECT program FROM gained x WHERE x.tbl = c.tbl)
    ELSE iif(c.kind = 'ipc', 'geometric mean', 'mean') END || ' |' || group_concat(ifnull(bold, ' - |'), '') OVER w
FROM (SELECT 'speedup' AS grp UNION SELECT 'other') g, (SELECT 2 AS place, '' AS kind UNION SELECT 3, 'time'
    UNION SELECT 4, 'without') r, col c
LEFT JOIN cells s ON (s.grp, s.program, s.kind, s.new, s.old) = (iif(r.kind = 'without', c.tbl, g.grp), '',
    iif(r.kind = '', c.kind, r.kind), c.new, c.old)
WHERE r.kind = '' OR c.tbl IN (SELECT tbl FROM against) AND (r.kind = 'time' OR (SELECT count(*) FROM program p
    WHERE p.grp = g.grp) > 1)
WINDOW w AS (PARTITION BY c.tbl, g.grp, r.place ORDER BY c.place ROWS BETWEEN UNBOUNDED PRECEDING
    AND UNBOUNDED FOLLOWING)
UNION ALL
SELECT DISTINCT tbl, grp, 0, 0, '| ' || ifnull((SELECT 'over ' || name FROM against o WHERE o.tbl = c.tbl), 'program')
    || ' |' || group_concat(' ' || head || ' |', '') OVER w
    || char(10) || '|---|' || replace(hex(zeroblob(count(*) OVER w)), '00', '---:|')
FROM (SELECT 'speedup' AS grp UNION SELECT 'other') g, col c
WINDOW w AS (PARTITION BY tbl, grp ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);
CREATE TABLE answer AS SELECT * FROM printed;

SELECT output('tables/barriers.md');
SELECT 'Waiting at barriers, and for the block''s end, in percent of a warp''s life (Figure 1; paper: both, mean 30 under LRR, 37 under GTO).' || char(10);
SELECT text FROM answer WHERE tbl = 'barriers' AND grp = 'speedup' ORDER BY part, at;
SELECT char(10) || 'The programs chosen as not barrier-intensive:' || char(10);
SELECT text FROM answer WHERE tbl = 'barriers' AND grp = 'other' ORDER BY part, at;
SELECT '';
SELECT what || ' above 15 % under LRR, barriers alone / with exits:' || ifnull(group_concat(iif(s.median > 15, ' '
    || p.program || iif(b.median > 15, '', ' (with exits only)'), ''), ''), '')
    || ': ' || ifnull(sum(s.median > 15), 0) || ' of ' || count(p.program) || '.' || char(10)
FROM (SELECT t.column1 AS place, t.column2 AS grp, t.column3 AS what, program, at
    FROM (VALUES (1, 'speedup', 'Table 2''s'), (2, 'other', 'The others')) t
      LEFT JOIN program p ON p.grp = t.column2 ORDER BY 1, at) p
LEFT JOIN spread s ON (s.grp, s.program, s.kind, s.new) = ('', p.program, 'both', 'lrr rr')
LEFT JOIN spread b ON (b.grp, b.program, b.kind, b.new) = ('', p.program, 'barrier', 'lrr rr') GROUP BY place
    ORDER BY place;
SELECT output('tables/rtru.md');
SELECT 'RTRU in percent (Figure 5, equation 1; long phases weigh more, W12).' || char(10);
SELECT text FROM answer WHERE tbl = 'rtru' AND grp = 'speedup' ORDER BY part, at;
SELECT output('tables/speedups.md');
SELECT 'Speedup over LRR with round robin fetch, percent (Figure 8).' || char(10);
SELECT text FROM answer WHERE tbl = 'speedups' AND grp = 'speedup' ORDER BY part, at;
SELECT output('tables/saws.md');
SELECT 'Speedup over GTO, percent (Figure 12).' || char(10);
SELECT text FROM answer WHERE tbl = 'over GTO' AND grp = 'speedup' ORDER BY part, at;
SELECT char(10) || 'Speedup over SAWS, percent.' || char(10);
SELECT text FROM answer WHERE tbl = 'over SAWS' AND grp = 'speedup' ORDER BY part, at;
SELECT output('tables/other.md');
SELECT 'Programs that are not barrier-intensive: speedup over LRR, percent (Figure 11).' || char(10);
SELECT text FROM answer WHERE tbl = 'other over LRR' AND grp = 'other' ORDER BY part, at;
SELECT char(10) || 'Over GTO (Figure 14).' || char(10);
SELECT text FROM answer WHERE tbl = 'other over GTO' AND grp = 'other' ORDER BY part, at;
SELECT output('tables/fetch-policies.md');
SELECT 'Fetch policies under MWF, speedup over LRR, percent (Figure 9; paper: MWF 9.8, + FEF 11, + CFF 17).'
    || char(10);
SELECT text FROM answer WHERE tbl = 'fetch-policies' AND grp = 'speedup' ORDER BY part, at;
SELECT output('tables/own.md');
SELECT 'Ours (W15) and its parts: speedup over BAWS, which is MWF(GTO) + CFF, percent.' || char(10);
SELECT text FROM answer WHERE tbl = 'own' AND grp = 'speedup' ORDER BY part, at;
SELECT output('tables/ibuffer.md');
SELECT 'A wider I-buffer, speedup over the same policy with one of 2, percent (section 6.4; paper: 0.3, at most 1.4).
A fetch fills what it gives, 2 instructions of 16 bytes, and only an empty I-buffer is fetched for: a longer I-buffer alone changes nothing;
it needs the fetch of 32 bytes.
';
SELECT text FROM answer WHERE tbl = 'ibuffer' AND grp = 'speedup' ORDER BY part, at;
SELECT output('tables/variants.md');
SELECT 'What the paper leaves open, as switches of MWF(GTO): speedup over MWF(GTO) as decided (W1, W2), percent.'
    || char(10);
SELECT text FROM answer WHERE tbl = 'variants' AND grp = 'speedup' ORDER BY part, at;
SELECT output('tables/front-ends.md');
SELECT 'How busy the fetch port is, percent: slots with an access, accesses that miss, issue slots used.' || char(10);
SELECT text FROM answer WHERE tbl = 'front-ends' AND grp = 'speedup' ORDER BY part, at;

-- ---- Figure 10: rows of programs and policies, the mean first ----
CREATE VIEW stall AS
SELECT p.program, p.at, c.column1 AS row, c.column2 AS policy, r.place, median
FROM (SELECT program, at FROM program WHERE grp = 'speedup' UNION ALL SELECT '', -1) p, (VALUES (0, 'LRR', 'lrr rr'),
    (1, 'GTO', 'gto rr'),
    (2, 'MWF(LRR)', 'mwf-lrr rr'), (3, 'MWF(LRR) + CFF', 'mwf-lrr cff'), (4, 'MWF(GTO) + CFF', 'mwf-gto cff')) c,
        reason r
LEFT JOIN spread s ON (s.grp, s.program, s.kind, s.new, s.old) = (iif(p.program = '', 'speedup', ''), p.program,
    r.name || ' idle', c.column3, '')
ORDER BY p.at, row, r.place;
SELECT output('tables/stalls.md');
SELECT 'Idle scheduler cycles by reason (W14), in percent of the issue slots that the program has under LRR; median of the seeds (Figure 10).

| program | policy | control | data | structural | barrier | exit | fetch | sum |
|---|---|---:|---:|---:|---:|---:|---:|---:|';
SELECT '| ' || iif(program = '', '**mean**', program) || ' | ' || policy || ' |'
    || group_concat(cell('%.1f', median), '')
    || cell('%.1f', iif(count(median) = 6, sum(median), NULL)) FROM stall GROUP BY at, row ORDER BY at, row;

-- ---- where CFF pays ----
CREATE VIEW setting AS SELECT grp, settings, min(n) AS at FROM run WHERE grp IN ('map', 'fetch') GROUP BY grp, settings;
CREATE VIEW machine AS SELECT *, iif(settings = '-', '', settings || ' ') AS prefix FROM setting;
SELECT output('tables/map.md');
SELECT 'What CFF gives, percent, by fetch port and I-cache (`--set`), one seed; geometric means over'
    || ifnull((SELECT group_concat(' ' || program, '') FROM (SELECT * FROM program WHERE grp = 'map'
        ORDER BY at)), '') || '.

| machine | MWF(GTO) over GTO | CFF on GTO | CFF on MWF(GTO) | BAWS over GTO | fetch slots used | I-cache misses | most by CFF on MWF(GTO) |
|---|---:|---:|---:|---:|---:|---:|---|';
SELECT '| ' || iif(settings = '-', '**default**', settings) || ' |' || group_concat(ifnull(cell, ' - |'), '')
    || ifnull((SELECT ' ' || s.program || ' ' || number('%.1f', s.median) || ' |' FROM program p
        JOIN spread s ON (s.grp, s.program, s.kind, s.new, s.old)
        = ('', p.program, 'ipc', m.prefix || 'mwf-gto cff', m.prefix || 'mwf-gto rr') WHERE p.grp = m.grp
            AND s.median > -1000 ORDER BY s.median DESC, p.at), ' - |')
FROM (SELECT m.*, c.column1 AS place, s.cell FROM machine m, (VALUES (1, 'ipc', 'mwf-gto rr', 'gto rr'), (2, 'ipc',
    'gto cff', 'gto rr'),
          (3, 'ipc', 'mwf-gto cff', 'mwf-gto rr'), (4, 'ipc', 'mwf-gto cff', 'gto rr'), (5, 'fetch use', 'mwf-gto rr',
              NULL), (6, 'misses', 'mwf-gto rr', NULL)) c
      LEFT JOIN cells s ON (s.grp, s.program, s.kind, s.new, s.old) = (m.grp, '', c.column2, m.prefix
          || c.column3, ifnull(m.prefix || c.column4, ''))
      ORDER BY m.grp = 'fetch', m.at, place) m GROUP BY grp = 'fetch', at ORDER BY grp = 'fetch', at;
SELECT output('tables/runs.md');
SELECT (SELECT count(*) FROM run) || ' runs of ' || (SELECT count(DISTINCT seed) FROM run) || ' seeds'
    || iif(n = 0, '', '; **' || n || ' further runs of `tb/eval/baws/experiments` have no result**') || '.'
        FROM missing;

-- ---- plots ----
-- Bars: "program", then median, least and most of each column, a last row for the mean.
CREATE TABLE bar(tbl, grp, title, kind, new, old);
INSERT INTO bar VALUES
    ('barriers', 'speedup', 'LRR', 'both', 'lrr rr', ''), ('barriers', 'speedup', 'GTO', 'both', 'gto rr', ''),
        ('barriers', 'speedup', 'BAWS', 'both', 'mwf-gto cff', ''),
    ('rtru', 'speedup', 'LRR', 'rtru', 'lrr rr', ''), ('rtru', 'speedup', 'GTO', 'rtru', 'gto rr', ''), ('rtru',
        'speedup', 'BAWS', 'rtru', 'mwf-gto cff', ''),
    ('speedups', 'speedup', 'GTO', 'ipc', 'gto rr', 'lrr rr'), ('speedups', 'speedup', 'GTO + CFF', 'ipc', 'gto cff',
        'lrr rr'),
    ('speedups', 'speedup', 'TLS', 'ipc', 'tls rr', 'lrr rr'), ('speedups', 'speedup', 'SAWS', 'ipc', 'saws rr',
        'lrr rr'),
    ('speedups', 'speedup', 'MWF(LRR)', 'ipc', 'mwf-lrr rr', 'lrr rr'), ('speedups', 'speedup', 'MWF(LRR) + CFF',
        'ipc', 'mwf-lrr cff', 'lrr rr'),
    ('speedups', 'speedup', 'MWF(GTO)', 'ipc', 'mwf-gto rr', 'lrr rr'), ('speedups', 'speedup', 'MWF(GTO) + CFF',
        'ipc', 'mwf-gto cff', 'lrr rr'),
    ('speedups', 'speedup', 'ours', 'ipc', 'mewf-gto cff-refill', 'lrr rr'),
    ('fetch-policies', 'speedup', 'MWF(GTO)', 'ipc', 'mwf-gto rr', 'lrr rr'), ('fetch-policies', 'speedup',
        'MWF(GTO) + FEF', 'ipc', 'mwf-gto fef', 'lrr rr'),
    ('fetch-policies', 'speedup', 'MWF(GTO) + CFF', 'ipc', 'mwf-gto cff', 'lrr rr'),
    ('other', 'other', 'GTO', 'ipc', 'gto rr', 'lrr rr'), ('other', 'other', 'SAWS', 'ipc', 'saws rr', 'lrr rr'),
        ('other', 'other', 'MWF(GTO) + CFF', 'ipc', 'mwf-gto cff', 'lrr rr'),
    ('saws', 'speedup', 'SAWS', 'ipc', 'saws rr', 'gto rr'), ('saws', 'speedup', 'SAWS + CFF', 'ipc', 'saws cff',
        'gto rr'), ('saws', 'speedup', 'MWF(GTO) + CFF', 'ipc', 'mwf-gto cff', 'gto rr');
CREATE TABLE bars AS
SELECT tbl, -1 AS at, 'program' || group_concat(char(9) || title || char(9) || '-' || char(9) || '-', '') AS text
    FROM bar GROUP BY tbl
UNION ALL
SELECT tbl, at, iif(program = '', 'mean', program) || group_concat(column('%.3f', median) || column('%.3f', least)
    || column('%.3f', most), '')
FROM (SELECT b.tbl, p.at, p.program, s.median, s.least, s.most FROM bar b JOIN (SELECT grp, program, at FROM program
    UNION ALL SELECT 'speedup', '', 1e9 UNION ALL SELECT 'other', '', 1e9) p USING (grp)
      LEFT JOIN spread s ON (s.grp, s.program, s.kind, s.new, s.old) = (iif(p.program = '', b.grp, ''), p.program,
          b.kind, b.new, b.old) ORDER BY b.rowid) GROUP BY tbl, at;
SELECT output('data/barriers.dat'); SELECT text FROM bars WHERE tbl = 'barriers' ORDER BY at;
SELECT output('data/rtru.dat'); SELECT text FROM bars WHERE tbl = 'rtru' ORDER BY at;
SELECT output('data/speedups.dat'); SELECT text FROM bars WHERE tbl = 'speedups' ORDER BY at;
SELECT output('data/fetch-policies.dat'); SELECT text FROM bars WHERE tbl = 'fetch-policies' ORDER BY at;
SELECT output('data/other.dat'); SELECT text FROM bars WHERE tbl = 'other' ORDER BY at;
SELECT output('data/saws.dat'); SELECT text FROM bars WHERE tbl = 'saws' ORDER BY at;
-- Sums of reasons one on the other; a program's rows stand together, with a gap after them.
SELECT output('data/stalls.dat');
SELECT (5 * (dense_rank() OVER (ORDER BY at) - 1) + row) || char(9) || label || line
FROM (SELECT iif(program = '', 1e9, at) AS at, row, iif(program = '', 'mean', program) AS label,
    group_concat(column('%.3f', sum), '') AS line
      FROM (SELECT *, sum(median) OVER (PARTITION BY at, row ORDER BY place) AS sum FROM stall WHERE row < 4
          ORDER BY at, row, place) GROUP BY 1, row) ORDER BY at, row;
-- A row a cell: I-cache and fetch port, as settings of the group `map`.
SELECT output('data/map.dat');
SELECT i.column1 || char(9) || f.column1 || column('%.3f', g.median) || column('%.3f', m.median)
FROM (VALUES (0, 'fetch_bytes=8'), (1, ''), (2, 'fetch_bytes=32,ibuffer_slots=4')) f,
    (VALUES (0, 'icache_ideal=1'), (1, 'icache_bytes=16384'), (2, 'icache_bytes=4096'), (3, ''), (4,
        'icache_bytes=1024')) i
JOIN machine w ON w.grp = 'map' AND w.prefix = f.column2 || iif(f.column2 <> '' AND i.column2 <> '', ',', '')
    || i.column2 || iif(f.column2 || i.column2 = '', '', ' ')
JOIN spread g ON (g.grp, g.program, g.kind, g.new, g.old) = ('map', '', 'ipc', w.prefix || 'gto cff', w.prefix
    || 'gto rr')
JOIN spread m ON (m.grp, m.program, m.kind, m.new, m.old) = ('map', '', 'ipc', w.prefix || 'mwf-gto cff', w.prefix
    || 'mwf-gto rr') ORDER BY f.column1, i.column1;
