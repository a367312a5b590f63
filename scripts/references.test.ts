import { expect, test } from 'vitest';
import {
  findBuiltPlans,
  findDeadLinks,
  findDeadPaths,
  findUnknownDecisions,
  findUnknownRows,
  findUnknownSections,
  readRows,
  readSources,
} from './references.ts';

const files = readSources();

test('every row that a test, the code or a page names is one of the specification', () => {
  expect(findUnknownRows(files, readRows())).toEqual([]);
});

test('every section of the specification that is named is there', () => {
  expect(findUnknownSections(files)).toEqual([]);
});

test('every decision that is named has its page, and every page its line in the list', () => {
  expect(findUnknownDecisions(files)).toEqual([]);
});

test('every relative link of a page leads to a file, and its anchor to a heading', () => {
  expect(findDeadLinks(files)).toEqual([]);
});

test('every path that a page or a comment names is there, and nothing counts as planned that is there', () => {
  expect(findDeadPaths(files)).toEqual([]);
  expect(findBuiltPlans()).toEqual([]);
});

test('a reference that does not resolve is found', () => {
  const page = (name: string, text: string) => ({ name, text });
  const rows = new Set(['CHAT-001']);
  expect(findUnknownRows([page('a.test.ts', `test('CHAT-002 x');\ntest('CHTA-001 y'); // CHAT-001`)], rows)).toEqual([
    'a.test.ts:1 CHAT-002',
    'a.test.ts:2 CHTA-001',
  ]);
  const screens = page('docs/product/screens.md', '## 2. Chat\n### 2.1 Open\nsection 2, section 3');
  expect(findUnknownSections([screens, page('a.ts', '// screens.md 2.1, 2.2 and screens 4.1, screens.md 2')])).toEqual([
    'a.ts:1 screens.md 2.1, 2.2',
    'a.ts:1 screens 4.1',
    'docs/product/screens.md:3 section 3',
  ]);
  expect(findUnknownDecisions([page('docs/decisions/0001-a.md', 'see decision 0002')])).toEqual([
    'docs/decisions/0001-a.md:1 decision 0002',
    'docs/decisions/README.md leaves out 0001',
  ]);
  const links = '# A b\n[a](README.md) [b](gone.md) [c](#a-b) [d](#c)';
  expect(findDeadLinks([page('docs/decisions/x.md', links)])).toEqual(['docs/decisions/x.md:2 ](gone.md)', 'docs/decisions/x.md:2 ](#c)']);
  expect(findDeadPaths([page('x.md', '`gone.service.ts` `platform/jobs` `platform/gone`'), page('x.ts', '// docs/gone.md')])).toEqual([
    'x.md:1 gone.service.ts',
    'x.md:1 platform/gone',
    'x.ts:1 docs/gone.md',
  ]);
});
