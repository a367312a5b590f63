import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import read from './page.read.ts';
import { cutPage, findRepeated } from './site.passages.ts';

const readHtml = (body: string, title = 'T') =>
  read({ source: `<html><head><title>${title}</title></head><body>${body}</body></html>`, isHtml: true, url: 'https://shop.example/a' });
const blocksOf = (body: string) => readHtml(body).blocks;
const oven = readFileSync(new URL('../../../../test/manuals/oven.html', import.meta.url), 'utf8');

test('navigation, cookie walls, lists of contents, heads and feet are no part of a page', () => {
  const { blocks } = read({ source: oven, isHtml: true, url: 'https://shop.example/oven' });
  const text = blocks.map((block) => block.text).join('\n');
  for (const left of ['cookies', 'Stores', 'Contents', '2 Installing the oven\n1', 'All rights reserved', 'Imprint'])
    expect(text).not.toContain(left);
  expect(blocks.filter(({ kind }) => kind === 'heading').map((block) => block.text)).toContain(
    '4.2 How do I take the glass of the door out?',
  );
});

test('lines that turn pages and rows of links are left out, and a link in the text stays', () => {
  expect(
    blocksOf(
      '<div><p>Next: <a href="/b">Doors</a>, Previous: <a href="/a">Roof</a> [<a href="/">Contents</a>]</p></div><span id="walls"></span><h4>Walls</h4><p>They stand. <a href="/s">More</a></p><p><a href="/x">See this</a></p><h4>Rest</h4><p><a href="/1">One</a></p><p><a href="/2">Two</a></p>',
    ),
  ).toEqual([
    { kind: 'heading', level: 4, text: 'Walls', anchor: 'walls' },
    { kind: 'paragraph', text: 'They stand. More' },
    { kind: 'paragraph', text: 'See this' },
    { kind: 'heading', level: 4, text: 'Rest' },
  ]);
});

test('headings come with the anchor that leads to them', () => {
  expect(
    blocksOf(
      '<h1>A</h1><section id="two"><h2>Two <a class="headerlink" href="#two">¶</a></h2><p>x</p></section><h3><a id="three"></a>Three</h3>',
    ),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'A' },
    { kind: 'heading', level: 2, text: 'Two', anchor: 'two' },
    { kind: 'paragraph', text: 'x' },
    { kind: 'heading', level: 3, text: 'Three', anchor: 'three' },
  ]);
});

test('rows say what their columns are, whatever spans them', () => {
  expect(
    blocksOf(
      '<table><caption>Prices</caption><tr><th>Item</th><th>Price</th></tr><tr><td rowspan="2">Cup</td><td>2 €</td></tr><tr><td>3 €</td></tr></table>',
    ),
  ).toEqual([
    { kind: 'paragraph', text: 'Prices:' },
    { kind: 'row', text: 'Item: Cup; Price: 2 €' },
    { kind: 'row', text: 'Item: Cup; Price: 3 €' },
  ]);
});

test('short definitions are items, long ones and answered questions sections of their own', () => {
  const long = 'It is explained here at length. '.repeat(16).trim();
  expect(blocksOf(`<dl><dt>RAM</dt><dd>Memory.</dd><dt>CPU</dt><dd>${long}</dd><dt>Why?</dt><dd>So.</dd></dl><p>After.</p>`)).toEqual([
    { kind: 'item', text: 'RAM: Memory.' },
    { kind: 'heading', level: 7, text: 'CPU' },
    { kind: 'paragraph', text: `CPU: ${long}` },
    { kind: 'heading', level: 7, text: 'Why?' },
    { kind: 'paragraph', text: 'So.' },
    { kind: 'heading', level: 7, text: '' },
    { kind: 'paragraph', text: 'After.' },
  ]);
});

test('steps keep their numbers and the listings below them', () => {
  expect(
    blocksOf('<ol start="3"><li><p>Open it.</p><p>Wait.</p></li><li>Type<pre>\ngo  now\n</pre></li></ol><p>Right.<br><br>Left.</p>'),
  ).toEqual([
    { kind: 'item', text: '3. Open it. Wait.' },
    { kind: 'item', text: '4. Type' },
    { kind: 'code', text: 'go  now' },
    { kind: 'paragraph', text: 'Right.' },
    { kind: 'paragraph', text: 'Left.' },
  ]);
});

test('a page that only scripts fill says so, and frames are told', () => {
  const empty = readHtml('<div id="app"></div><noscript>You need JavaScript.</noscript><script src="/a.js"></script>');
  expect([empty.needsScripts, empty.blocks, empty.textKey]).toEqual([true, [], '']);
  const framed = readHtml(
    '<p>Text of the page itself.</p><iframe src="/inner.html"></iframe><iframe src="https://video.example/1"></iframe>',
  );
  expect(framed.frames).toEqual(['https://shop.example/inner.html', 'https://video.example/1']);
  expect(framed.needsScripts).toBe(false);
});

test('a page that is nothing but links is read as that', () => {
  expect(blocksOf('<ul><li><a href="/a">Alpha</a></li><li><a href="/b">Beta</a></li><li><a href="/c">Gamma</a></li></ul>')).toEqual([
    { kind: 'item', text: 'Alpha' },
    { kind: 'item', text: 'Beta' },
    { kind: 'item', text: 'Gamma' },
  ]);
});

test('a text that stands on most pages of a site belongs to none of them, and a page is found by its title', () => {
  const pages = ['Tea', 'Coffee', 'Cocoa', 'Water'].map((drink) => ({
    url: `https://shop.example/${drink}`,
    ...readHtml(`<p>Call us at 0800 555 0123.</p><p>${drink} is served hot or cold.</p>`, `${drink} - Shop`),
  }));
  const repeated = findRepeated(pages);
  expect([...repeated]).toEqual(['Call us at 0800 555 0123.']);
  expect(pages.flatMap((page) => cutPage(page, repeated)).map(({ headings, text }) => [headings, text])).toEqual(
    ['Tea', 'Coffee', 'Cocoa', 'Water'].map((drink) => [[`${drink} - Shop`], `${drink} is served hot or cold.`]),
  );
});
