import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { projectRoot } from '../lib/root.mjs';

/**
 * A comment, or several `//` lines below each other, without the marks of the comment.
 *
 * @typedef {{ readonly start: number, readonly end: number, readonly text: string }} Comment
 */

/** In columns. Biome breaks code, but not comments. */
const maxCommentColumns = 120;

/** A noun begins a doc comment, not a question: "The bars that …", not "What …". */
const clauseStart = /^(?:What|Where|Who|How far|Of the)\b/;

/** Words that add nothing to the name of a declaration. */
const fillers = new Set(
  'a an the this its of for in on at to by with from as and or is are all one each'.split(' '),
);

const declaredName =
  /^\s*(?:(?:export|default|declare|abstract|async|readonly|static|private|function|const|let|class|interface|type|get|set)\b\*? *)*([\w$]+)/;

// A title needs a verb of its own; without it, it continues the sentence of its `describe`. It therefore begins with a
// verb in the third person, which ends in "s" ("rejects", "does not store"), or with the subject of one: a determiner,
// a gerund, or a word that is not in lower case throughout (a name, a placeholder). All of these are recognized by
// their form or belong to classes of words that do not grow.
const verb = String.raw`(?!(?:is|was|its|this|as)\b)[a-z-]*[^\W\ds_]s\b`;
const verbOrAuxiliary = String.raw`(?:${verb}|(?:is|are|was|were|has|have|can|cannot|may|must)\b)`;
const determiner = String.raw`(?:an?|the|no|nothing|every|each|another|both|all|two|three)\b`;
const properName = String.raw`\S*[^\sa-z,:-]\S*`;
const subject = String.raw`(?:${determiner}|[a-z-]+ing\b|${properName}).*`;
const validTitle = new RegExp(
  `^(?:(?:(?:never|always|neither|also) )?${verb}|${subject} ${verbOrAuxiliary})`,
);

/** @param {string} text the text of a comment @param {string} name of the declaration below it */
function isRepetition(text, name) {
  const known = new Set(stems(name.replace(/[A-Z]/g, ' $&')));
  const words = stems(text.replace(/@.*/s, ''));
  return words.length > 0 && words.every((word) => known.has(word) || fillers.has(word));
}

/** @param {string} text @returns {string[]} its words without their endings */
function stems(text) {
  return (text.toLowerCase().match(/[a-z\d]+/g) ?? []).map((word) =>
    fillers.has(word) ? word : word.replace(/(?:ies|e?s|e?d|ing|e|y)$/, ''),
  );
}

/** @param {string} source @param {readonly import('oxc-parser').Comment[]} parsed @returns {Comment[]} */
function joinLines(source, parsed) {
  /** @type {Comment[]} */
  const comments = [];
  for (const { type, value, start, end } of parsed) {
    const text = value.replace(/^\s*\*+ ?/gm, '').trim();
    const previous = comments.at(-1);
    if (type === 'Line' && previous && /^\n[ \t]*$/.test(source.slice(previous.end, start))) {
      comments[comments.length - 1] = { start: previous.start, end, text: `${previous.text} ${text}` };
    } else {
      comments.push({ start, end, text });
    }
  }
  return comments;
}

/** @param {string} source @param {Comment} comment @returns {string[]} the reasons to reject it */
function commentProblems(source, { start, end, text }) {
  const [, name = ''] = declaredName.exec(source.slice(end)) ?? [];
  const lineStart = source.lastIndexOf('\n', start) + 1;
  const lines = source.slice(lineStart, end).split('\n');
  return [
    ...(clauseStart.test(text) ? [`begins with a clause: ${text.slice(0, 60)}`] : []),
    ...(isRepetition(text, name) ? [`repeats ${name}: ${text}`] : []),
    ...lines
      .filter((line) => line.length > maxCommentColumns)
      .map((line) => `has ${line.length} columns: ${line.trim().slice(0, 60)}`),
  ];
}

/** @param {string} source @param {import('oxc-parser').Program} program */
function titlesOf(source, program) {
  /** @type {{ start: number, title: string }[]} */
  const titles = [];
  new Visitor({
    CallExpression({ callee, arguments: [title, ...rest], start }) {
      // `it('…')`, `it.each(rows)('…')`, `` it.each`rows`('…') ``; not `test.step('…')` and `test.describe('…')`.
      const isTest = /^(?:it|test)(?:\.(?:each|for|skipIf|runIf|concurrent|sequential)\b|$)/.test(
        source.slice(callee.start, callee.end),
      );
      if (!isTest || title === undefined || rest.length === 0) return;
      titles.push({ start, title: source.slice(title.start, title.end).replace(/^['"`]|['"`]$/g, '') });
    },
  }).visit(program);
  return titles;
}

/** @param {string} file @param {string} source @returns {string[]} findings as `file:line: reason` */
function check(file, source) {
  const { comments, program } = parseSync(file, source);
  /** @param {number} start @param {string} reason */
  const finding = (start, reason) => `${file}:${source.slice(0, start).split('\n').length}: ${reason}`;
  return [
    ...joinLines(source, comments).flatMap((comment) =>
      commentProblems(source, comment).map((reason) => finding(comment.start, reason)),
    ),
    ...titlesOf(source, program)
      .filter(({ title }) => !validTitle.test(title))
      .map(({ start, title }) => finding(start, `has a title without a verb or its subject: ${title}`)),
  ];
}

// A part is checked alone by `vitest run --project tools prose -t packages/api`.
it.each([...globSync('{apps,packages}/*', { cwd: projectRoot }).toSorted(), 'e2e', 'tools'])(
  'finds nothing to mend in the comments and titles of %s',
  (part) => {
    const files = globSync(`${part}/**/*.{ts,tsx,mjs}`, {
      cwd: projectRoot,
      exclude: ['**/node_modules', '**/dist', '**/*.gen.ts', '**/generated'],
    }).toSorted();
    expect(
      files.flatMap((file) => check(file, readFileSync(join(projectRoot, file), 'utf8'))).join('\n'),
    ).toBe('');
  },
);

it.each([
  ['/** Where the bars come from. */', 'begins with a clause: Where the bars come from.'],
  ['// Of the\n// user.', 'begins with a clause: Of the user.'],
  [
    '/** The timeout of a request. */\nconst requestTimeout = 1;',
    'repeats requestTimeout: The timeout of a request.',
  ],
  [`// ${'reason '.repeat(18)}`, `has 129 columns: // ${'reason '.repeat(18).slice(0, 57)}`],
  ["it('is rejected', fn);", 'has a title without a verb or its subject: is rejected'],
  ["it.each(rows)('%s', fn);", 'has a title without a verb or its subject: %s'],
  [
    "it('that are invalid are rejected', fn);",
    'has a title without a verb or its subject: that are invalid are rejected',
  ],
])('reports %j', (source, reason) => {
  expect(check('a.test.ts', source)).toEqual([`a.test.ts:1: ${reason}`]);
});

it.each([
  '/** In milliseconds: a proxy closes idle connections after a minute. */\nconst idleTimeout = 1;',
  "it('does not store an invalid bar', fn);",
  "it('never opens for %s', fn);",
  "it('a task ends when it is cancelled', fn);",
  "it('%s is rejected when it cannot be sent', fn);",
  "test.step('sign-in', fn);",
])('accepts %j', (source) => {
  expect(check('a.test.ts', source)).toEqual([]);
});
