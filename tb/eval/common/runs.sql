-- SPDX-License-Identifier: Apache-2.0
-- runs.sql: the runs of an evaluation, before its own SQL (eval.c).
-- line(n, words, file, text): a line of FOLDER/runs, its words as a JSON array (group and program first, the file last),
-- and what the file holds; NULL: there is none.
SELECT fail('runs', 'cannot be read; run run_experiments.sh first') WHERE read('runs') IS NULL;
CREATE TABLE line AS
SELECT n, words, words ->> '$[#-1]' AS file, read(words ->> '$[#-1]') AS text
FROM (SELECT key AS n, '[' || replace(json_quote(value), ' ', '","') || ']' AS words
      FROM json_each('[' || replace(json_quote(rtrim(read('runs'), char(10))), '\n', '","') || ']'));
SELECT fail(file, 'not JSON; remove it') FROM line WHERE text IS NOT NULL AND NOT json_valid(text);
SELECT fail('.', 'no run has a result') WHERE NOT EXISTS (SELECT * FROM line WHERE text IS NOT NULL);
-- How many have none: in the sentence of a table, and as exit code.
CREATE VIEW missing AS SELECT count(*) AS n FROM line WHERE text IS NULL;
SELECT incomplete(n || ' runs have no result') FROM missing WHERE n > 0;
