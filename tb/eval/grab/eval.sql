-- SPDX-License-Identifier: Apache-2.0
-- eval.sql: GRAB's Tables 4 and 5 and Figure 12 on our programs (docs/eval-grab.md): the claims of its section 5 with
-- their verdicts, tables, and the data of the plot. An analysis is `faults` (of the L1, from `scord grab`) or an issue
-- policy (cycles, from `scord sim`). Rows are the paper's; columns of settings come from the runs.

-- ---- runs ----
SELECT fail('runs', 'a line is not: group program settings analysis seed file') FROM line
    WHERE json_array_length(words) <> 6;
CREATE TABLE run AS
SELECT n, text, file, words ->> 0 AS grp, words ->> 1 AS program, words ->> 2 AS settings, words ->> 3 AS analysis,
    words ->> 4 AS seed, iif(words ->> 2 LIKE 'l1=%', CAST(substr(words ->> 2, 4) AS REAL), 0) AS bytes,
    words ->> 3 = 'faults' AS faults, text -> '$.scorings[0].levels[0]' AS level FROM line;
SELECT fail(file, 'not of the run that the manifest says (' || analysis || ', settings ' || settings || ', seed '
    || seed || '); remove it')
FROM run WHERE text IS NOT NULL AND (text ->> 'seed' = CAST(seed AS REAL) AND iif(faults,
    text ->> 'schema' = 'scord-grab-1' AND text ->> 'interleaving' = 'gto'
        AND text ->> '$.scorings[0].l1.bytes' = bytes,
    text ->> 'schema' = 'scord-sim-1' AND text ->> 'mode' = 'cycle' AND text ->> 'issue' = analysis
    AND text ->> 'settings' = iif(settings = '-', '', settings))) IS NOT TRUE;
CREATE TABLE type(name, place); -- Table 1
INSERT INTO type VALUES ('mh', 1), ('m*h', 2), ('mm', 3);
CREATE VIEW needed AS
SELECT n, file, 'cycles' AS name, json_type(text, '$.total.cycles') AS type FROM run WHERE text IS NOT NULL
    AND NOT faults
UNION ALL SELECT n, file, 'requests', json_type(level, '$.requests') FROM run WHERE text IS NOT NULL AND faults
UNION ALL SELECT n, file, f.value, json_type(level, '$.faults."' || type.name || '".' || f.value) FROM run, type,
    json_each('["count","cold","roots","affected"]') f WHERE text IS NOT NULL AND faults;
SELECT fail(file, 'no number `' || name || '` where it should be; remove it') FROM needed
WHERE type IS NULL OR type NOT IN ('integer', 'real');
SELECT fail(file, 'no cycles; remove it') FROM run WHERE text ->> '$.total.cycles' <= 0;
-- The seeds of a run added up, when all are there. VERSION: "matmult:best", whatever its sizes.
CREATE TABLE found AS
SELECT grp, substr(program, 1, instr(program || ',', ',') - 1) AS version, settings, bytes, analysis, min(n) AS at,
    1.0 * sum(text ->> '$.total.cycles') / count(*) AS cycles, sum(level ->> 'requests') AS requests,
    sum(level ->> '$.faults.mh.count') + sum(level ->> '$.faults."m*h".count') AS interference,
    sum(level ->> '$.faults.mm.count') AS mm, sum(level ->> '$.faults.mm.cold') AS cold
FROM run GROUP BY grp, program, settings, analysis HAVING count(text) = count(*);
CREATE TABLE fault AS
SELECT min(n) AS at, name AS type, place, sum(level ->> ('$.faults."' || name || '".count')) AS count,
    sum(level ->> ('$.faults."' || name || '".cold')) AS cold, sum(level ->> ('$.faults."' || name
        || '".roots')) AS roots,
    sum(level ->> ('$.faults."' || name || '".affected')) AS affected
FROM run, type WHERE faults GROUP BY grp, program, settings, name;
CREATE TABLE first AS -- with any settings
SELECT *, interference + mm AS faults, interference + mm - cold AS caused, min(at) FROM found
    GROUP BY grp, version, analysis;

-- ---- the paper: Tables 4 and 5; of roots what is legible beyond doubt (digits that stand alone may be turned) ----
CREATE TABLE paper(version, name, mh, msh, mm, mh_roots, msh_roots, mm_roots, gto, lrr, tls);
INSERT INTO paper VALUES
    ('transpose:naive', 'Transpose_naive', 0, 0, 0, 0, 0, 0, NULL, NULL, NULL),
    ('transpose:best', 'Transpose_best', 0, 0, 10, 0, 0, 1, NULL, NULL, NULL),
    ('bitonic:basic', 'Bitonic_Sort_basic', 1, 1898, 39, 1, 2, 2, 31837, 44265, 36009),
    ('bitonic:best', 'Bitonic_Sort_best', 0, 8, 0, 0, 1, 0, 16446, 15886, 19250),
    ('scan:naive', 'Scan_naive', 0, 0, 3594, 0, 0, NULL, NULL, NULL, NULL),
    ('scan:workefficient', 'Scan_workefficient', 0, 3156, 3992, 0, 1, 1, NULL, NULL, NULL),
    ('scan:best', 'Scan_best', 0, 0, 2400, 0, 0, NULL, NULL, NULL, NULL),
    ('matmult:basic', 'MatMult_basic', 210, 6540, 10039, NULL, NULL, NULL, 118434, 112738, 112494),
    ('matmult:modified', 'MatMult_basic_modified', 894, 5688, 1792, 2, 2, 2, 110023, 105664, 106682),
    ('matmult:best', 'MatMult_best', 0, 64, 504, 0, 1, NULL, 22831, 20604, 21872),
    ('lbm:basic', 'LBM_basic', 0, 46258, 49036, 0, 15, 14, 470074, 500903, 494320),
    ('lbm:v1', 'LBM_V1', 0, 2519, 13684, 0, NULL, 12, 254566, 266084, 248478),
    ('lbm:v2', 'LBM_V2', 18, 2282, 4088, 1, 5, NULL, 176690, 187940, 174754),
    ('susan:basic', 'Susan_basic', 0, 26095, 12938, 0, 17, 17, 176779, 145125, 167513),
    ('susan:modified', 'Susan_modified', 0, 1886, 1609, 0, NULL, NULL, 53701, 48891, 65189);
CREATE TABLE policy(name, label);
INSERT INTO policy VALUES ('gto', 'GTO'), ('lrr', 'LRR'), ('tls', 'TL');
-- A version and what it improves (OBS1; Transpose apart, of which the paper says otherwise).
CREATE TABLE step(better, worse);
INSERT INTO step VALUES ('bitonic:best', 'bitonic:basic'), ('scan:best', 'scan:naive'), ('scan:best',
    'scan:workefficient'),
    ('matmult:modified', 'matmult:basic'), ('matmult:best', 'matmult:modified'), ('lbm:v1', 'lbm:basic'),
    ('lbm:v2', 'lbm:v1'), ('susan:modified', 'susan:basic');

-- ---- claims: sets of comparisons, each of which holds, does not, or is open because a run is missing ----
CREATE TABLE claim(grp, kind, place, says);
INSERT INTO claim SELECT g.column1, c.column1, c.column2 || ', Table 4, ' || g.column2, c.column3
FROM (VALUES ('table4', '1 KB'), ('table4-16k', '16 KB')) g, (VALUES ('fewer', 'OBS1',
    'fewer faults in every improved version'),
    ('caused', 'OBS1', 'the same without first accesses, which nothing has caused'),
    ('interfering', 'OBS1', 'no version of Transpose has substantial interference'),
    ('substantial', 'OBS1', 'no version of Transpose has a substantial number of faults, first accesses apart'),
    ('roots', 'OBS2', 'few roots for many faults')) c;
INSERT INTO claim VALUES ('figure12', 'best', 'RQ3, Fig. 12', 'best Scan and Bitonic: no interference from 2 KB on'),
    ('figure12', 'naive', 'RQ3, Fig. 12', 'naive Scan: no interference from 2 KB on'),
    ('figure12', 'basic', 'RQ3, Fig. 12', 'basic Bitonic: interference with 4 KB'),
    ('blocks', 'basic', 'RQ3, Fig. 12', 'the same, sorting 256 blocks');
INSERT INTO claim SELECT g.column1, c.column1, 'Table 5, ' || g.column2, c.column2
FROM (VALUES ('table5', '1 KB'), ('table5-16k', '16 KB')) g, (VALUES ('matmult:',
    'MatMult: LRR takes fewer cycles than GTO'),
    ('susan:', 'Susan: LRR takes fewer cycles than GTO'), ('lbm:', 'LBM: GTO takes fewer cycles than LRR'),
    ('bitonic:basic', 'basic Bitonic: GTO takes fewer cycles than LRR'),
    ('faster', 'every improved version is faster, whatever the policy')) c;
CREATE TABLE tally AS
SELECT b.grp, c.value AS kind, s.rowid AS at, iif(c.value = 'fewer', b.faults < w.faults,
    b.caused < w.caused) AS holds, better AS what
FROM step s JOIN first b ON b.version = better JOIN first w ON (w.grp, w.version, w.analysis) = (b.grp, worse,
    b.analysis),
    json_each('["fewer","caused"]') c WHERE b.analysis = 'faults'
UNION ALL
SELECT grp, c.value, p.rowid, iif(c.value = 'interfering', f.interference, caused) <= 0.01 * requests, version
FROM paper p JOIN first f USING (version), json_each('["interfering","substantial"]') c
WHERE version LIKE 'transpose:%' AND analysis = 'faults'
UNION ALL
SELECT grp, 'roots', 10 * p.rowid + t.place, t.roots <= 0.1 * (t.count - t.cold), version || ' ' || t.type
FROM paper p JOIN first f USING (version) JOIN fault t USING (at) WHERE analysis = 'faults' AND t.count - t.cold >= 100
UNION ALL
SELECT grp, c.column2, c.column1 * 1e6 + (SELECT min(n) FROM run r WHERE (r.grp, r.settings) = (f.grp, f.settings)),
    (interference > 0) = c.column6, version || ' ' || settings
FROM (VALUES (1, 'best', 'scan:best', 2048, 1e99, 0), (2, 'best', 'bitonic:best', 2048, 1e99, 0),
    (3, 'naive', 'scan:naive', 2048, 1e99, 0), (4, 'basic', 'bitonic:basic', 4096, 4096, 1)) c
JOIN found f ON f.version = c.column3 AND bytes BETWEEN c.column4 AND c.column5 AND analysis = 'faults'
UNION ALL
SELECT l.grp, c.column1, p.rowid, iif(c.column2, l.cycles < g.cycles, g.cycles < l.cycles), p.version
FROM (VALUES ('matmult:', 1), ('susan:', 1), ('lbm:', 0), ('bitonic:basic', 0)) c
    JOIN paper p ON p.version LIKE c.column1 || '%'
JOIN first l ON (l.version, l.analysis) = (p.version, 'lrr') JOIN first g ON (g.grp, g.version, g.analysis) = (l.grp,
    p.version, 'gto')
UNION ALL
SELECT b.grp, 'faster', 10 * s.rowid + p.rowid, b.cycles < w.cycles, better || ' ' || label
FROM step s, policy p JOIN first b ON (b.version, b.analysis) = (better, p.name)
JOIN first w ON (w.grp, w.version, w.analysis) = (b.grp, worse, p.name);
CREATE TABLE judged AS
SELECT id, place, says, ifnull(sum(holds), 0) AS holding, count(holds) AS of, group_concat(CASE WHEN NOT holds
    THEN what END, ', ') AS failing,
    CASE WHEN count(holds) = 0 THEN 'open' WHEN sum(holds) = count(holds) THEN 'reproduced'
    WHEN 2 * sum(holds) >= count(holds) THEN 'partly' ELSE 'not' END AS verdict
FROM (SELECT c.rowid AS id, c.place, c.says, t.* FROM claim c LEFT JOIN tally t USING (grp, kind)
    ORDER BY c.rowid, t.at) GROUP BY id;
CREATE VIEW claims AS
SELECT 0 AS at, 'A claim is a set of comparisons: *reproduced* when all of them hold, *partly* when at least half do, else *not*; *open*: runs are missing.
*Fewer* and *faster* are strictly so, by however little; cycles are means over the seeds. *Faults* are those of the paper''s Table 1, first accesses
included; *interference* is mh and m\*h. *Few roots*: of a type with at least 100 faults that something has caused, the source lines that
are roots are at most a tenth of these faults. *Substantial*: more than 1 % of the requests.

| paper | claim | holds in | verdict |
|---|---|---|---|' AS text
UNION ALL SELECT id, '| ' || place || ' | ' || says || ' | ' || holding || ' of ' || of || ifnull('; not: '
    || failing, '') || ' | '
    || verdict || ' |' FROM judged
UNION ALL SELECT 1e9, char(10) || sum(verdict = 'reproduced') || ' reproduced, ' || sum(verdict = 'partly')
    || ' partly, '
    || sum(verdict = 'not') || ' not, ' || sum(verdict = 'open') || ' open.' FROM judged;
SELECT text FROM claims ORDER BY at;
SELECT output('tables/claims.md');
SELECT text FROM claims ORDER BY at;

-- ---- tables ----
SELECT output('tables/runs.md');
SELECT (SELECT count(text) FROM line) || ' results' || iif(n = 0, '', '; **' || n
    || ' further runs of `tb/eval/grab/experiments` have no result**')
    || '. Programs, as they were called: ' || (SELECT group_concat('`' || replace(replace(program, ':', ' '), ',',
        ' ') || '`', ', ')
        FROM (SELECT program FROM run GROUP BY program ORDER BY min(n))) || '.' FROM missing;
CREATE VIEW setting AS SELECT grp, settings, min(n) AS at FROM run GROUP BY grp, settings;
-- In each group with runs, under a line with its settings: the head, and a row a version that was run.
CREATE VIEW shown AS
SELECT s.grp, p.rowid AS row, p.*, f.at, f.requests, f.faults, f.cold FROM setting s JOIN first f USING (grp)
    JOIN paper p USING (version)
WHERE s.grp IN ('table4', 'table4-16k') AND f.analysis = 'faults' GROUP BY s.grp, p.rowid;
CREATE VIEW typed AS -- the number of the paper in italics, where it is legible
SELECT s.grp, s.row, t.*, format('*%d*', CASE t.type WHEN 'mh' THEN mh WHEN 'm*h' THEN msh ELSE mm END) AS paper,
    ifnull('*' || CASE t.type WHEN 'mh' THEN mh_roots WHEN 'm*h' THEN msh_roots ELSE mm_roots END
        || '*', '') AS paper_roots
FROM shown s JOIN fault t USING (at) ORDER BY s.grp, s.row, t.place;
CREATE VIEW titled AS SELECT grp, char(10) || '`--caches ' || settings || '`:' || char(10) || char(10) AS title, min(at)
FROM setting WHERE grp IN ('table4', 'table4-16k') GROUP BY grp;
SELECT output('tables/faults.md');
SELECT 'Faults by type; *first accesses*: the mm that nothing has caused. In italics the paper''s.';
SELECT text FROM (
SELECT grp, 0 AS row, title || '| program | requests | mh | paper | m\*h | paper | mm | first accesses | paper, mm | all | paper |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|' AS text FROM titled
UNION ALL SELECT s.grp, s.row, '| ' || s.name || ' |' || cell('%.0f', requests)
    || (SELECT group_concat(cell('%.0f', t.count) || iif(t.type = 'mm', cell('%.0f', t.cold), '')
        || cell('', t.paper), '')
        FROM (SELECT * FROM typed x WHERE (x.grp, x.row) = (s.grp, s.row) ORDER BY place) t)
    || cell('**%.0f**', faults) || ' *' || (mh + msh + mm) || '* |' FROM shown s) ORDER BY grp, row;
SELECT output('tables/roots.md');
SELECT 'Faults with a cause, the source lines that are their roots, and the lines affected. In italics the paper''s roots, where they are legible.';
SELECT text FROM (
SELECT grp, 0 AS row, title || '| program | mh: faults | roots | paper | affected | m\*h: faults | roots | paper | affected | mm: faults | roots | paper | affected |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|' AS text FROM titled
UNION ALL SELECT s.grp, s.row, '| ' || s.name || ' |' || (SELECT group_concat(cell('%.0f', t.count - t.cold)
    || cell('%.0f', t.roots)
        || cell('', t.paper_roots) || cell('%.0f', t.affected), '') FROM (SELECT * FROM typed x
            WHERE (x.grp, x.row) = (s.grp, s.row) ORDER BY place) t)
    FROM shown s) ORDER BY grp, row;
CREATE VIEW sized AS -- Figure 12: by row of the paper and size
SELECT p.rowid AS row, p.name, s.settings, s.at, CAST(substr(s.settings, 4) AS INTEGER) AS bytes, f.interference
FROM paper p, setting s LEFT JOIN found f ON (f.grp, f.version, f.settings, f.analysis) = ('figure12', p.version,
    s.settings, 'faults')
WHERE s.grp = 'figure12' ORDER BY p.rowid, s.at;
SELECT output('tables/sizes.md');
SELECT 'Interference (mh and m\*h) by the bytes of an L1 (Figure 12).' || char(10);
SELECT '| program |' || ifnull(group_concat(' ' || settings || ' |', ''), '') || char(10) || '|---|'
    || ifnull(group_concat('---:|', ''), '')
FROM (SELECT * FROM setting WHERE grp = 'figure12' ORDER BY at);
SELECT '| ' || name || ' |' || group_concat(cell('%.0f', interference), '') FROM sized
    GROUP BY row HAVING count(interference) > 0 ORDER BY row;
CREATE VIEW timed AS -- Table 5: by group, row and policy
SELECT g.grp, p.rowid AS row, p.name, p.lrr, p.gto, y.rowid AS place, f.cycles, CASE y.name WHEN 'gto' THEN gto
    WHEN 'lrr' THEN lrr ELSE tls END AS paper
FROM (SELECT DISTINCT grp FROM run WHERE grp IN ('table5', 'table5-16k')) g, paper p, policy y
LEFT JOIN first f ON (f.grp, f.version, f.analysis) = (g.grp, p.version, y.name) ORDER BY g.grp, row, place;
SELECT output('tables/cycles.md');
SELECT 'Simulated cycles by issue policy (Table 5), means over the seeds. In italics the paper''s.';
SELECT text FROM (
SELECT grp, 0 AS row, group_concat(char(10) || '`--set ' || settings || '`:' || char(10), char(10)) || char(10)
    || '| program | GTO | paper | LRR | paper | TL | paper | LRR / GTO | paper |
|---|---:|---:|---:|---:|---:|---:|---:|---:|' AS text FROM (SELECT * FROM setting
    WHERE grp IN ('table5', 'table5-16k') ORDER BY grp, at) GROUP BY grp
UNION ALL SELECT grp, row, '| ' || name || ' |' || group_concat(cell('%.0f', cycles) || iif(paper IS NULL, ' |', ' *'
    || paper || '* |'), '')
    || cell('%.3f', max(iif(place = 2, cycles, NULL)) / max(iif(place = 1, cycles, NULL))) || ' *'
        || number('%.3f', ifnull(1.0 * lrr / gto, 1)) || '* |'
    FROM timed GROUP BY grp, row HAVING count(cycles) > 0) ORDER BY grp, row;
-- The plot: a column of bytes and one of interference for every program.
SELECT output('data/sizes.dat');
SELECT 'bytes' || group_concat(char(9) || name, '') FROM (SELECT * FROM paper ORDER BY rowid);
SELECT bytes || group_concat(column('%.0f', interference), '') FROM (SELECT * FROM sized ORDER BY at, row) GROUP BY at
    ORDER BY at;
