-- SPDX-License-Identifier: Apache-2.0
-- eval.sql: the price of detection (docs/eval-overhead.md): what each run came to, the claims of ScoRD's section V with
-- their verdicts, tables and the data of plots. Percent throughout; NULL where a run is missing or there is nothing to
-- divide. Rows and columns come from the runs: a further program, size or proposal needs nothing here.

-- ---- runs ----
SELECT fail('runs', 'a line is not: group program settings seed file') FROM line WHERE json_array_length(words) <> 5;
CREATE TABLE run AS
SELECT n, text, file, words ->> 0 AS grp, words ->> 1 AS program, words ->> 2 AS settings, words ->> 3 AS seed
    FROM line;
SELECT fail(file, 'not of the run that the manifest says (machine scord, settings "' || machine(settings)
    || '"); remove it')
FROM run
WHERE text IS NOT NULL AND (text ->> 'schema' = 'scord-sim-1' AND text ->> 'mode' = 'cycle'
    AND text ->> 'machine' = 'scord' AND text ->> 'seed' = CAST(seed AS REAL)
    AND text ->> 'settings' = machine(settings)) IS NOT TRUE;
CREATE TABLE needed(name);
INSERT INTO needed VALUES ('cycles'), ('warp_instructions'), ('thread_instructions'), ('segments'), ('l1_hits'),
    ('l1_misses'), ('l2_hits'), ('l2_misses'), ('l2_metadata_hits'), ('l2_metadata_misses'), ('stall_mshr'),
    ('stall_noc'), ('stall_detector_hit'), ('stall_detector_other'), ('noc_request_flits'), ('noc_reply_flits'),
    ('noc_waits'), ('dram_reads'), ('dram_writes'), ('dram_metadata_reads'), ('dram_metadata_writes'),
    ('dram_row_hits'), ('dram_row_misses'), ('dram_busy'), ('detector_requests'), ('detector_words'),
    ('detector_drain_cycles'), ('detector_clear_cycles');
SELECT fail(file, 'no number `' || name || '` where it should be; remove it') FROM run, needed
WHERE text IS NOT NULL AND (json_type(text, '$.total.' || name) IN ('integer', 'real')) IS NOT TRUE;
SELECT fail(file, 'no cycles; remove it') FROM run WHERE text ->> '$.total.cycles' <= 0;

CREATE TABLE program AS -- of a group, in the order of the manifest
SELECT grp, program, substr(program, 1, instr(program || ':', ':') - 1) AS name, min(n) AS at FROM run
    GROUP BY grp, program;
CREATE TABLE setting AS SELECT grp, settings, min(n) AS at FROM run GROUP BY grp, settings;
-- A program on a machine: sums over the seeds, all of which are there; of the first group that has it.
CREATE TABLE found AS
SELECT program, settings, min(at), seeds, c.value ->> 'cycles' AS cycles, c.value AS total
FROM (SELECT grp, program, settings, min(n) AS at, count(*) AS wanted, count(text) AS seeds,
          (SELECT json_group_object(name, sum) FROM
              (SELECT name, sum(s.text ->> ('$.total.' || name)) AS sum FROM needed, run s
               WHERE (s.grp, s.program, s.settings) = (r.grp, r.program, r.settings) GROUP BY name)) AS sums
      FROM run r GROUP BY grp, program, settings), json_each(json_array(json(sums))) AS c
WHERE wanted = seeds GROUP BY program, settings;

-- ---- measures: of a program with settings, against itself without detection ('-') ----
CREATE TABLE value(program, kind, settings, v);
CREATE UNIQUE INDEX by_program ON value(program, kind, settings);
CREATE VIEW pair AS
SELECT n.program, n.settings, n.cycles AS cycles, b.cycles AS base, n.total ->> 'detector_clear_cycles' AS clear,
    (n.total ->> 'dram_reads') + (n.total ->> 'dram_writes') AS data,
    (n.total ->> 'dram_metadata_reads') + (n.total ->> 'dram_metadata_writes') AS metadata,
    (b.total ->> 'dram_reads') + (b.total ->> 'dram_writes') + (b.total ->> 'dram_metadata_reads')
        + (b.total ->> 'dram_metadata_writes') AS accesses,
    (n.total ->> 'noc_request_flits') + (n.total ->> 'noc_reply_flits') AS flits
FROM found n JOIN found b ON b.program = n.program AND b.settings = '-' AND b.seeds = n.seeds;
INSERT INTO value SELECT program, 'cycles', settings, 1.0 * cycles / seeds FROM found;
INSERT INTO value SELECT program, 'overhead', settings, 100.0 * cycles / base - 100 FROM pair;
INSERT INTO value SELECT program, 'clear', settings, 100.0 * (cycles + clear) / base - 100 FROM pair;
INSERT INTO value SELECT program, 'data', settings, 100.0 * data / nullif(accesses, 0) FROM pair;
INSERT INTO value SELECT program, 'metadata', settings, 100.0 * metadata / nullif(accesses, 0) FROM pair;
INSERT INTO value SELECT program, 'dram', settings, 100.0 * (data + metadata) / nullif(accesses, 0) FROM pair;
INSERT INTO value SELECT program, 'flits', settings, 100.0 * flits / cycles FROM pair;
-- Figure 11: settings with detection and without, of the groups `less` and `more`.
CREATE VIEW sided AS SELECT grp, settings, settings LIKE '%detector=1%' AS scored, min(at) FROM setting
    GROUP BY grp, scored;
INSERT INTO value
SELECT n.program, x.grp, '', 100.0 * n.cycles / b.cycles - 100
FROM sided x JOIN sided y ON y.grp = x.grp AND x.scored AND NOT y.scored AND x.grp IN ('less', 'more')
JOIN found n ON n.settings = x.settings JOIN found b ON (b.program,
    b.settings, b.seeds) = (n.program, y.settings, n.seeds);
-- Figure 10: how much faster a run is when a source is not timed; its part of the sum of the three (one below 0 counts
-- 0; a sum below half a point says nothing).
CREATE TABLE source(name, off);
INSERT INTO source VALUES ('LHD', 'time_lhd=0'), ('NOC', 'time_noc=0'), ('MD', 'time_md=0');
INSERT INTO value SELECT w.program, 'uplift ' || name, w.settings, 100.0 * w.cycles / r.cycles - 100
FROM found w, source JOIN found r ON r.program = w.program AND r.settings = w.settings || ',' || off;
INSERT INTO value SELECT program, 'uplifts', settings, sum(max(v, 0)) FROM value WHERE kind LIKE 'uplift %'
GROUP BY program, settings HAVING count(*) = 3;
INSERT INTO value SELECT program, replace(u.kind, 'uplift', 'share'), settings, 100.0 * max(u.v, 0) / s.v
FROM value s JOIN value u USING (program, settings) WHERE s.kind = 'uplifts' AND s.v >= 0.5
    AND u.kind LIKE 'uplift %';
-- Means over the programs of a group, none of which may be missing; shares: over those with some overhead to share.
CREATE TABLE mean AS
SELECT p.grp, w.kind, w.settings, CASE WHEN count(*) = count(v) THEN sum(v) / count(*) END AS v,
    CASE WHEN count(*) = count(v) THEN 100 * (exp(sum(ln(1 + v / 100)) / count(*)) - 1) END AS geometric
FROM (SELECT DISTINCT kind, settings FROM value) w, (SELECT * FROM program ORDER BY at) p
LEFT JOIN value v ON (v.program, v.kind, v.settings) = (p.program, w.kind, w.settings)
WHERE w.kind NOT LIKE 'share %'
    OR NOT EXISTS (SELECT * FROM value s WHERE s.program = p.program AND s.kind = 'uplifts'
        AND s.settings = w.settings AND s.v < 0.5)
GROUP BY p.grp, w.kind, w.settings;

-- ---- claims ----
-- A number of the paper, or a range, of a program or (NULL) the mean; most 0: negligible is what is below least.
CREATE TABLE number(place, says, grp, name, kind, least, most);
INSERT INTO number VALUES
    ('V-A, Fig. 8', 'overhead, mean', 'large', NULL, 'overhead', 35, 35),
    ('V-A, Fig. 8', 'overhead of 1DC', 'large', '1dc', 'overhead', 88, 88),
    ('V-A, Fig. 10', 'contribution of LHD, mean', 'large', NULL, 'share LHD', 16.5, 16.5),
    ('V-A, Fig. 10', 'contribution of NOC, mean', 'large', NULL, 'share NOC', 36.2, 36.2),
    ('V-A, Fig. 10', 'contribution of MD, mean', 'large', NULL, 'share MD', 47.3, 47.3),
    ('V-A, Fig. 10', 'RED: congestion negligible, NOC''s part', 'large', 'red', 'share NOC', 10, 0),
    ('V-A, Fig. 10', 'R110: congestion negligible, NOC''s part', 'large', 'r110', 'share NOC', 10, 0),
    ('V-A, Fig. 10', 'UTS: no impact of LHD, points', 'large', 'uts', 'uplift LHD', 1, 0),
    ('authors'' simulator', 'overhead of RED', 'small', 'red', 'overhead', 1, 3),
    ('authors'' simulator', 'overhead of 1DC', 'small', '1dc', 'overhead', 27, 43),
    ('authors'' simulator', 'overhead of R110', 'small', 'r110', 'overhead', 41, 41);
CREATE VIEW numbers AS -- within: 30 % of it or 3 points, half of it where it is below 6 points
SELECT c.rowid AS at, place, says, grp, measured, CASE
    WHEN measured IS NULL THEN 'open'
    WHEN most = 0 THEN CASE WHEN measured < least THEN 'reproduced' WHEN measured < 2 * least THEN 'partly'
        ELSE 'not' END
    WHEN measured >= least - max(0.3 * least, min(3, least / 2.0))
        AND measured <= most + max(0.3 * most, min(3, most / 2.0)) THEN 'reproduced'
    WHEN measured >= least / 2.0 AND measured <= most * 2 THEN 'partly'
    ELSE 'not' END AS verdict,
    CASE WHEN most = 0 THEN format('below %d', least) WHEN least <> most THEN format('%d … %d', least, most)
    ELSE format('%.1f', least) END AS paper
FROM (SELECT number.rowid, number.*, CASE WHEN name IS NULL
          THEN (SELECT v FROM mean m WHERE (m.grp, m.kind, m.settings) = (number.grp, number.kind, 'detector=1'))
          ELSE (SELECT v FROM program p JOIN value w USING (program)
                WHERE (p.grp, p.name, w.kind, w.settings) = (number.grp, number.name, number.kind, 'detector=1')
                    ORDER BY at)
          END AS measured FROM number) c;
-- What is larger than what, in the large sizes: in all programs, ONLY those, or all EXCEPT; "typically": in 75 %. Each
-- side is a kind with settings, of the program (NULL), another one, or 'mean'; kind NULL: the number itself.
CREATE TABLE ordered(place, says, only, except_of, typically, more, more_with, more_of, less, less_with, less_of);
INSERT INTO ordered VALUES
    ('V-A, Fig. 8', 'caching metadata lowers the overhead',
        NULL, '', 0, 'overhead', 'detector=1,metadata_ratio=1', NULL, 'overhead', 'detector=1', NULL),
    ('V-A, Fig. 8', '1DC''s overhead is the largest',
        NULL, '1dc', 0, 'overhead', 'detector=1', '1dc', 'overhead', 'detector=1', NULL),
    ('V-A, Fig. 8', 'graph algorithms: overhead below the mean',
        'gcol gcon', '', 0, 'overhead', 'detector=1', 'mean', 'overhead', 'detector=1', NULL),
    ('V-A', '1DC sends many packets: flits a cycle, above the mean',
        '1dc', '', 0, 'flits', '-', NULL, 'flits', '-', 'mean'),
    ('Table VIII', 'below three times the time', NULL, '', 0, NULL, 200, NULL, 'overhead', 'detector=1', NULL),
    ('V-A, Fig. 9', 'caching lowers DRAM accesses to metadata',
        NULL, '', 0, 'metadata', 'detector=1,metadata_ratio=1', NULL, 'metadata', 'detector=1', NULL),
    ('V-A, Fig. 9', 'caching lowers all DRAM accesses',
        NULL, '', 0, 'dram', 'detector=1,metadata_ratio=1', NULL, 'dram', 'detector=1', NULL),
    ('V-A, Fig. 9', 'metadata contend for the L2: more accesses to data, no caching',
        NULL, '', 1, 'data', 'detector=1,metadata_ratio=1', NULL, NULL, 100, NULL),
    ('V-A, Fig. 9', 'caching lowers that contention',
        NULL, '', 1, 'data', 'detector=1,metadata_ratio=1', NULL, 'data', 'detector=1', NULL),
    ('V-A, Fig. 10', 'RED, R110: most of the overhead is MD',
        'red r110', '', 0, 'share MD', 'detector=1', NULL, NULL, 50, NULL),
    ('V-A, Fig. 10', 'graph algorithms: NOC''s part above RED''s',
        'gcol gcon', '', 0, 'share NOC', 'detector=1', NULL, 'share NOC', 'detector=1', 'red'),
    ('V-A, Fig. 10', 'graph algorithms: NOC''s part above R110''s',
        'gcol gcon', '', 0, 'share NOC', 'detector=1', NULL, 'share NOC', 'detector=1', 'r110'),
    ('V-B, Fig. 11', 'less L2 and bandwidth: more overhead, but 1DC',
        NULL, '1dc', 0, 'less', '', NULL, 'overhead', 'detector=1', NULL),
    ('V-B, Fig. 11', 'more of both: less overhead, but 1DC',
        NULL, '1dc', 0, 'overhead', 'detector=1', NULL, 'more', '', NULL),
    ('V-B, Fig. 11', '1DC: less of both, less overhead',
        '1dc', '', 0, 'overhead', 'detector=1', NULL, 'less', '', NULL);
CREATE TABLE side AS -- of every program: values, those of the others, the mean, numbers
SELECT name AS program, name AS of, kind, settings, v, at FROM program JOIN value USING (program) WHERE grp = 'large';
INSERT INTO side SELECT p.name, 'mean', kind, settings, v, p.at FROM program p, mean m WHERE p.grp = 'large'
    AND m.grp = 'large';
INSERT INTO side SELECT p.name, s.of, kind, settings, v, p.at FROM program p, side s
WHERE p.grp = 'large' AND s.of <> 'mean' AND s.program = s.of AND p.name <> s.of;
CREATE TABLE tally AS
SELECT o.rowid AS claim, p.name, p.at,
    CASE WHEN more IS NULL THEN more_with ELSE (SELECT v FROM side s
        WHERE (s.program, s.of, kind, settings) = (p.name, ifnull(more_of, p.name), more, more_with)) END
  > CASE WHEN less IS NULL THEN less_with ELSE (SELECT v FROM side s
      WHERE (s.program, s.of, kind, settings) = (p.name, ifnull(less_of, p.name), less, less_with)) END AS holds
FROM ordered o, program p
WHERE p.grp = 'large' AND (only IS NULL OR instr(' ' || only || ' ', ' ' || name || ' ')) AND name <> except_of
    ORDER BY p.at;
CREATE VIEW orders AS
SELECT id AS at, place, says, typically, ifnull(sum(holds), 0) AS holding, count(holds) AS of,
    group_concat(CASE WHEN NOT holds THEN name END, ' ') AS failing, CASE
    WHEN count(holds) = 0 THEN 'open'
    WHEN sum(holds) = count(holds) OR typically AND sum(holds) >= 0.75 * count(holds) THEN 'reproduced'
    WHEN 2 * sum(holds) >= count(holds) THEN 'partly' ELSE 'not' END AS verdict
FROM (SELECT o.rowid AS id, o.*, t.name, t.holds FROM ordered o LEFT JOIN tally t ON t.claim = o.rowid
    ORDER BY o.rowid, t.at) GROUP BY id;
CREATE VIEW claims AS
SELECT 1 AS part, 0 AS at, 'A number of the paper (of a range: its nearer end) is *reproduced* when ours is within 30 % of it or within 3 points (half of it, where it
is below 6 points); *partly* when ours is between its half and its double; else *not*. What the paper calls negligible is reproduced
below the limit given, partly below twice the limit. An order is reproduced when it holds in all the programs that the paper says
(in 75 % where it says "typically"), partly in at least half of them. *open*: runs are missing.

| paper | number, in percent | sizes | paper | measured | verdict |
|---|---|---|---|---|---|' AS text
UNION ALL SELECT 2, at, '| ' || place || ' | ' || says || ' | ' || grp || ' | ' || paper || ' |'
    || cell('%.1f', measured) || ' ' || verdict || ' |' FROM numbers
UNION ALL SELECT 3, 0, '
| paper | order, large sizes | paper: in | measured: programs | verdict |
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

-- ---- tables of programs and measures, the mean below ----
CREATE TABLE col(tbl, head, form, kind, settings);
INSERT INTO col VALUES
    ('overhead', 'cycles, no detection', '%.0f', 'cycles', '-'),
    ('overhead', 'ScoRD', '%.1f', 'overhead', 'detector=1'),
    ('overhead', 'no caching', '%.1f', 'overhead', 'detector=1,metadata_ratio=1'),
    ('overhead', 'ScoRD, with clear', '%.1f', 'clear', 'detector=1'),
    ('overhead', 'no caching, with clear', '%.1f', 'clear', 'detector=1,metadata_ratio=1'),
    ('overhead', '', '%.1f', 'paper', 'overhead'),
    ('dram', 'ScoRD: data', '%.1f', 'data', 'detector=1'), ('dram', 'metadata', '%.1f', 'metadata', 'detector=1'),
    ('dram', 'all', '%.1f', 'dram', 'detector=1'),
    ('dram', 'no caching: data', '%.1f', 'data', 'detector=1,metadata_ratio=1'),
    ('dram', 'metadata', '%.1f', 'metadata', 'detector=1,metadata_ratio=1'),
    ('dram', 'all', '%.1f', 'dram', 'detector=1,metadata_ratio=1'),
    ('split', 'overhead', '%.1f', 'overhead', 'detector=1'),
    ('split', 'uplift without LHD', '%.1f', 'uplift LHD', 'detector=1'),
    ('split', 'without NOC', '%.1f', 'uplift NOC',
        'detector=1'), ('split', 'without MD', '%.1f', 'uplift MD', 'detector=1'),
    ('split', 'part of LHD', '%.1f', 'share LHD', 'detector=1'),
        ('split', 'of NOC', '%.1f', 'share NOC', 'detector=1'),
    ('split', 'of MD', '%.1f', 'share MD', 'detector=1'),
    ('resources', 'less', '%.1f', 'less', ''), ('resources', 'default', '%.1f', 'overhead', 'detector=1'),
    ('resources', 'more', '%.1f', 'more', '');
CREATE VIEW paper AS SELECT grp, name, kind, iif(least = most,
    format('%.1f', least), format('%d … %d', least, most)) AS v,
    (least + most) / 2.0 AS middle FROM number WHERE most > 0;
CREATE TABLE shown AS
SELECT tbl, c.rowid AS place, form, p.grp, p.name, p.at, CASE WHEN c.kind = 'paper'
    THEN ifnull((SELECT v FROM paper x WHERE (x.grp, x.name, x.kind) = (p.grp, p.name, c.settings)), '')
        ELSE v.v END AS v
FROM col c, program p LEFT JOIN value v ON (v.program, v.kind, v.settings) = (p.program, c.kind, c.settings);
CREATE TABLE size(grp, title, place, source);
INSERT INTO size VALUES ('large', 'Large sizes', 1,
    'paper, ScoRD'), ('small', 'Small sizes', 2, 'authors'' simulator'), ('less', '', 3, '');
CREATE TABLE below AS -- mean, geometric mean, and that of the paper
SELECT tbl, c.rowid AS place, g.grp, iif(form = '%.0f', '', m.v) AS mean, iif(form = '%.0f', '',
    geometric) AS geometric,
    ifnull((SELECT v FROM paper x WHERE x.name IS NULL AND (x.grp, x.kind) = (g.grp, iif(c.kind = 'paper', c.settings,
        c.kind))), '') AS paper, c.kind
FROM col c, size g LEFT JOIN mean m ON (m.grp, m.kind, m.settings) = (g.grp, c.kind, c.settings);
UPDATE below SET mean = paper, geometric = '' WHERE kind = 'paper';
CREATE VIEW measured AS
SELECT tbl, grp, 1 AS part, 0 AS at, '| program |' || group_concat(' ' || iif(head = '', source, head) || ' |', '')
    || char(10) || '|---|'
    || group_concat('---:|', '') AS text FROM (SELECT * FROM col, size ORDER BY grp, col.rowid) GROUP BY grp, tbl
UNION ALL SELECT tbl, grp, 2, at, '| ' || name || ' |' || group_concat(cell(form, v), '')
    FROM (SELECT * FROM shown ORDER BY tbl, grp, at, place) GROUP BY tbl, grp, at
UNION ALL SELECT tbl, grp, 3, 0, '| mean |' || group_concat(cell('**%.1f**', mean), '')
    FROM (SELECT * FROM below ORDER BY tbl, grp, place) GROUP BY tbl, grp
UNION ALL SELECT tbl, grp, 4, 0, '| geometric mean |' || group_concat(cell('**%.1f**', geometric), '')
    FROM (SELECT * FROM below ORDER BY tbl, grp, place) WHERE tbl IN ('overhead', 'resources') GROUP BY tbl, grp
UNION ALL SELECT tbl, grp, 5, 0, '| paper |' || group_concat(cell('%.1f', paper), '')
    FROM (SELECT * FROM below ORDER BY tbl, grp, place) WHERE tbl = 'split' AND grp = 'large' GROUP BY tbl, grp;
CREATE VIEW of_sizes AS -- both sizes, each under a line that says which
SELECT tbl, place, part, at, text FROM measured JOIN size USING (grp) WHERE grp <> 'less' AND grp IN (SELECT grp
    FROM program)
UNION ALL SELECT DISTINCT tbl, place, 0, 0, char(10) || title || ':' || char(10) FROM col, size WHERE grp <> 'less'
    AND grp IN (SELECT grp FROM program);

SELECT output('tables/overhead.md');
SELECT 'Execution cycles above those without detection, percent (Figure 8). *With clear*: and the metadata''s clear at kernel start.';
SELECT text FROM of_sizes WHERE tbl = 'overhead' ORDER BY place, part, at;
SELECT output('tables/dram.md');
SELECT 'DRAM accesses (lines read and written), in percent of those without detection (Figure 9).';
SELECT text FROM of_sizes WHERE tbl = 'dram' ORDER BY place, part, at;
SELECT output('tables/split.md');
SELECT 'Sources of the overhead (Figure 10): how much faster a run is when a source is not timed, percent, and the source''s part of the sum of the
three uplifts (one below 0 counts 0; no part where the sum is below 0.5 points, nor in the mean).';
SELECT text FROM of_sizes WHERE tbl = 'split' ORDER BY place, part, at;
SELECT output('tables/resources.md');
SELECT 'Overhead with less and more L2 and DRAM bandwidth, percent of the cycles without detection on the same machine (Figure 11)'
    || ifnull((SELECT group_concat('; *' || grp || '*: `' || settings || '`', '') FROM (SELECT * FROM setting
       WHERE grp IN ('less', 'more') AND settings NOT LIKE '%detector=1%' ORDER BY grp, at)), '') || '.' || char(10);
SELECT text FROM measured WHERE tbl = 'resources' AND grp = 'less' ORDER BY part, at;

-- ---- facts of the simulation: three rows a program ----
CREATE TABLE fact AS
SELECT program, settings, k.value AS name, CASE k.value
    WHEN 0 THEN 100.0 * (total ->> 'stall_mshr') / sm_cycles
    WHEN 1 THEN 100.0 * (total ->> 'stall_noc') / sm_cycles
    WHEN 2 THEN 100.0 * (total ->> 'stall_detector_hit') / sm_cycles
    WHEN 3 THEN 100.0 * (total ->> 'stall_detector_other') / sm_cycles
    WHEN 4 THEN 100.0 * (total ->> 'detector_drain_cycles') / cycles
    WHEN 5 THEN 100.0 * (total ->> 'detector_clear_cycles') / cycles
    WHEN 6 THEN 100.0 * (total ->> 'detector_requests') / cycles
    WHEN 7 THEN 100.0 * (total ->> 'detector_words') / cycles
    WHEN 8 THEN 100.0 * (total ->> 'noc_request_flits') / cycles
    WHEN 9 THEN 100.0 * (total ->> 'noc_reply_flits') / cycles
    WHEN 10 THEN 100.0 * (total ->> 'l1_misses') / nullif((total ->> 'l1_misses') + (total ->> 'l1_hits'), 0)
    WHEN 11 THEN 100.0 * (total ->> 'l2_misses') / nullif((total ->> 'l2_misses') + (total ->> 'l2_hits'), 0)
    WHEN 12 THEN 100.0 * (total ->> 'l2_metadata_misses') / nullif((total ->> 'l2_metadata_misses') + (total ->> 'l2_metadata_hits'), 0)
    WHEN 13 THEN 100.0 * (total ->> 'dram_row_hits') / nullif((total ->> 'dram_row_hits') + (total ->> 'dram_row_misses'), 0)
    WHEN 14 THEN 100.0 * (total ->> 'dram_busy') / (1.0 * cycles * machine(settings,
        'dram_clock') / 100 * machine(settings, 'l2_slices'))
    END AS v
FROM (SELECT *, cycles * machine(settings, 'sms') AS sm_cycles FROM found
    WHERE settings IN ('-', 'detector=1', 'detector=1,metadata_ratio=1')) t,
        json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14]') k;
CREATE TABLE way(name, settings);
INSERT INTO way VALUES ('no detection', '-'), ('ScoRD', 'detector=1'), ('no caching', 'detector=1,metadata_ratio=1');
CREATE VIEW facts AS
SELECT grp, at, way, iif(k.value < 6, 'stalls', 'traffic') AS tbl, '| ' || k.name || ' | ' || label || ' |'
    || group_concat(cell('%.1f', v), '') AS text
FROM (SELECT p.*, w.rowid AS way, w.name AS label, w.settings, k.value
    FROM program p, way w, json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14]') k
      ORDER BY p.grp, p.at, w.rowid, k.value) k
LEFT JOIN fact f ON (f.program, f.settings, f.name) = (k.program, k.settings, k.value)
    GROUP BY grp, at, way, k.value < 6;
CREATE VIEW facts_of_sizes AS
SELECT tbl, place, at, way, text FROM facts JOIN size USING (grp) WHERE grp <> 'less'
UNION ALL SELECT t.column1, place, -1, 0, char(10) || title || ':' || char(10) || char(10) || t.column2
    FROM size, (VALUES
    ('stalls', '| program | | MSHR | interconnect | detector, L1 hit (LHD) | detector, other | drain | clear |
|---|---|---:|---:|---:|---:|---:|---:|'),
    ('traffic', '| program | | detector requests | words checked | request flits | reply flits | L1 misses | L2 misses, data | L2 misses, metadata | DRAM row hits | DRAM data bus used |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')) t WHERE grp <> 'less' AND grp IN (SELECT grp FROM program);
SELECT output('tables/stalls.md');
SELECT 'Cycles in which a load/store unit waits, by what it waits for, in percent of the SMs'' cycles; *drain*: from the end of a kernel''s last block
to the last decision, in percent of the cycles; *clear*: of the metadata at kernel start, in percent of the cycles, beside them.';
SELECT text FROM facts_of_sizes WHERE tbl = 'stalls' ORDER BY place, at, way;
SELECT output('tables/traffic.md');
SELECT 'Requests to the detector, words and flits in 100 cycles of the whole machine; misses, row hits and use of the data bus in percent.';
SELECT text FROM facts_of_sizes WHERE tbl = 'traffic' ORDER BY place, at, way;

-- ---- other detectors: a row a machine, a column a program ----
-- Tables of groups: with the programs of another group behind (forms), or without.
CREATE TABLE machines(tbl, place, grp, behind, title);
INSERT INTO machines VALUES ('laboratory', 1, 'laboratory', '', ''), ('laboratory', 2, 'banks', '', 'Large sizes'),
    ('forms', 1, 'forms-large', 'scattered-large', 'Large sizes'), ('forms', 2, 'forms', 'scattered', 'Small sizes'),
    ('forms', 3, 'authors', '', 'Sizes at which the authors'' simulator was run beside ours'), ('forms', 4, 'table2',
        '', 'Sizes of Table II');
CREATE VIEW detector AS
SELECT m.*, s.settings, s.at, x.v AS mean, x.geometric, CASE tbl WHEN 'laboratory'
    THEN x.v - (SELECT v FROM mean y WHERE (y.grp, y.kind, y.settings) = (m.grp, 'overhead', 'detector=1'))
    ELSE (SELECT sum(c.v) / count(*) - sum(o.v) / count(*) FROM program p
          JOIN value o ON (o.program, o.kind, o.settings) = (p.program, 'overhead', s.settings)
          JOIN value c ON (c.program, c.kind, c.settings) = (p.program, 'clear', s.settings)
              WHERE p.grp = m.grp) END AS change,
    CASE WHEN tbl = 'laboratory' THEN iif(s.settings = 'detector=1', 'none', substr(s.settings, 12))
    WHEN s.settings = 'detector=1,laboratory=1' THEN '**the grouped detector**'
    WHEN s.settings LIKE 'detector=1,laboratory=1,%' THEN '… ' || substr(s.settings, 25)
    WHEN s.settings = 'detector=1' THEN 'the RTL''s `wide`' ELSE substr(s.settings, 12) END AS name
FROM machines m JOIN setting s USING (grp) LEFT JOIN mean x ON (x.grp, x.kind, x.settings) = (m.grp, 'overhead',
    s.settings)
WHERE s.settings = 'detector=1' OR s.settings LIKE 'detector=1,%' OR tbl = 'forms' AND s.settings <> '-';
CREATE VIEW detectors AS
SELECT tbl, place, -1 AS at, iif(title = '', '', char(10) || title || ':' || char(10) || char(10)) || '| '
    || iif(tbl = 'forms', 'detector', 'settings beside `detector=1`')
    || ' |' || ifnull((SELECT group_concat(' ' || name || ' |', '') FROM (SELECT * FROM program p WHERE p.grp = m.grp
        ORDER BY at)), '')
    || iif(tbl = 'forms', ' mean | clear |', ' mean | geometric mean | change |')
    || ifnull((SELECT group_concat(' ' || name || ' |', '') FROM (SELECT * FROM program p WHERE p.grp = m.behind
        ORDER BY at)), '')
    || char(10) || '|---|' || iif(tbl = 'forms', '---:|---:|', '---:|---:|---:|')
    || (SELECT ifnull(group_concat('---:|', ''), '') FROM program p WHERE p.grp IN (m.grp, m.behind)) AS text
FROM machines m WHERE grp IN (SELECT grp FROM program) OR grp = 'laboratory'
UNION ALL
SELECT tbl, place, at, '| ' || name || ' |' || ifnull((SELECT group_concat(cell('%.1f', v), '') FROM (SELECT v
    FROM program p
        LEFT JOIN value v ON (v.program, v.kind, v.settings) = (p.program, 'overhead', d.settings) WHERE p.grp = d.grp
            ORDER BY at)), '')
    || cell('**%.1f**', mean) || iif(tbl = 'forms', '', cell('**%.1f**', geometric)) || cell('%.1f', change)
    || ifnull((SELECT group_concat(cell('%.1f', v), '') FROM (SELECT v FROM program p
        LEFT JOIN value v ON (v.program, v.kind, v.settings) = (p.program, 'overhead', d.settings)
            WHERE p.grp = d.behind ORDER BY at)), '')
FROM detector d;
SELECT output('tables/laboratory.md');
SELECT 'Overhead with other detectors, percent; *change*: of the mean, in points, against ScoRD as it is. Small sizes:' || char(10);
SELECT text FROM detectors WHERE tbl = 'laboratory' ORDER BY place, at;
SELECT output('tables/forms.md');
SELECT 'Overhead, percent; *clear*: points that the clear of the metadata at kernel start would add, on average over the programs before it that were run.
A row with … changes the named numbers of the grouped detector, the last of a name counts; -: not run.';
SELECT text FROM detectors WHERE tbl = 'forms' ORDER BY place, at;

-- ---- what was run ----
CREATE TABLE of_group AS SELECT grp, min(n) AS at FROM run GROUP BY grp;
SELECT output('tables/runs.md');
SELECT (SELECT count(text) FROM line) || ' results' || iif(n = 0, '', '; **' || n
    || ' further runs of `tb/eval/overhead/experiments` have no result**')
    || '. Sizes, as the programs'' arguments:' || char(10) FROM missing;
SELECT '| program |' || group_concat(' ' || grp || ' |', '') || char(10) || '|---|' || group_concat('---|', '')
FROM (SELECT * FROM of_group ORDER BY at);
SELECT '| ' || name || ' |' || group_concat(size, '')
FROM (SELECT p.name, p.at, ' ' || ifnull((SELECT iif(instr(q.program, ':'), '`'
    || replace(substr(q.program, instr(q.program, ':') + 1), ',', ' ') || '`',
          'default') FROM program q WHERE q.grp = g.grp AND q.name = p.name ORDER BY q.at), '-') || ' |' AS size
      FROM program p, of_group g WHERE p.grp = (SELECT grp FROM of_group ORDER BY at) ORDER BY p.at, g.at) GROUP BY at
          ORDER BY at;
SELECT output('tables/machine.md');
SELECT 'Every number of the machine without detection (`--machine scord`).' || char(10) || char(10) || '```'
    || char(10) || machine_text() || '```';

-- ---- plots ----
-- Heights: a row a program, the mean last.
CREATE VIEW height AS
SELECT grp, at, name, kind, settings, v FROM program JOIN value USING (program)
UNION ALL SELECT grp, 1e9, 'mean', kind, settings, v FROM mean;
CREATE VIEW bar AS SELECT grp, at, name FROM program UNION ALL SELECT DISTINCT grp, 1e9, 'mean' FROM program
UNION ALL SELECT size.grp, 1e9, 'mean' FROM size WHERE grp NOT IN (SELECT grp FROM program);
CREATE VIEW bars AS
SELECT b.*, (SELECT v FROM height h WHERE (h.grp, h.at, h.kind, h.settings) = (b.grp, b.at, 'overhead',
    'detector=1,metadata_ratio=1')) AS uncached,
    (SELECT v FROM height h WHERE (h.grp, h.at, h.kind, h.settings) = (b.grp, b.at, 'overhead', 'detector=1')) AS scord,
    (SELECT middle FROM paper x WHERE x.grp = b.grp AND x.kind = 'overhead' AND (x.name = b.name OR x.name IS NULL
        AND b.at = 1e9)) AS paper
FROM bar b;
SELECT output('data/overhead.dat');
SELECT name || column('%.3f', uncached) || column('%.3f', scord) || column('%.3f', paper) FROM bars
    WHERE grp = 'large' ORDER BY at;
SELECT output('data/overhead-small.dat');
SELECT name || column('%.3f', uncached) || column('%.3f', scord) || column('%.3f', paper) FROM bars
    WHERE grp = 'small' ORDER BY at;
SELECT output('data/dram.dat');
SELECT (place * 3 + w.column1) || char(9) || name || column('%.3f', (SELECT v FROM height h
    WHERE (h.grp, h.at, h.kind, h.settings) = (b.grp, b.at, 'data', w.column2)))
    || column('%.3f', (SELECT v FROM height h WHERE (h.grp, h.at, h.kind, h.settings) = (b.grp, b.at, 'dram',
        w.column2)))
FROM (SELECT *, row_number() OVER (ORDER BY at) - 1 AS place FROM bar
    WHERE grp = 'large') b, (VALUES (0, 'detector=1,metadata_ratio=1'), (1, 'detector=1')) w
ORDER BY at, w.column1;
SELECT output('data/split.dat');
SELECT name || column('%.3f', lhd) || column('%.3f', lhd + noc) || column('%.3f', lhd + noc + md)
FROM (SELECT b.*, (SELECT v FROM height h WHERE (h.grp, h.at, h.kind, h.settings) = (b.grp, b.at, 'share LHD',
    'detector=1')) AS lhd,
    (SELECT v FROM height h WHERE (h.grp, h.at, h.kind, h.settings) = (b.grp, b.at, 'share NOC', 'detector=1')) AS noc,
    (SELECT v FROM height h WHERE (h.grp, h.at, h.kind, h.settings) = (b.grp, b.at, 'share MD', 'detector=1')) AS md
    FROM bar b WHERE grp = 'large') ORDER BY at;
SELECT 'paper' || group_concat(column('%.3f', v), '')
FROM (SELECT sum(middle) OVER (ORDER BY n.rowid) AS v FROM number n JOIN paper p ON (p.grp, p.kind) = (n.grp, n.kind)
    WHERE n.kind LIKE 'share %' AND n.most > 0 AND p.name IS NULL);
SELECT output('data/resources.dat');
SELECT name || column('%.3f', (SELECT v FROM height h WHERE (h.grp, h.at, h.kind) = (b.grp, b.at, 'less')))
    || column('%.3f', scord)
    || column('%.3f', (SELECT v FROM height h WHERE (h.grp, h.at, h.kind) = (b.grp, b.at, 'more'))) FROM bars b
        WHERE grp = 'less' ORDER BY at;
SELECT output('data/laboratory.dat');
SELECT iif(d.settings = 'detector=1', 'as it is', substr(replace(replace(','
    || d.name, ',', ', '), ', detector_', ', '), 3)) || column('%.3f', mean)
FROM detector d WHERE tbl = 'laboratory' AND grp = 'laboratory' ORDER BY at;
