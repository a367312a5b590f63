import { channelTypes } from '@parley/contract';
import { expect, test } from 'vitest';
import { adapterFor } from '../../adapters.ts';
import { hookRequest, testConnection } from '../../testing.ts';
import type { ChannelEvent, VendorAdapter } from '../../types.ts';
import { htmlToText } from './html-text.ts';

const parseMail = (msg: object): Extract<ChannelEvent, { type: 'message.received' }>[] => {
  const events = [{ event: 'inbound', ts: 1_750_030_073, msg: { from_email: 'meera@mail.example', email: 'help@shop.example', ...msg } }];
  const adapter = adapterFor('mailchimp', channelTypes.EMAIL) as VendorAdapter;
  const body = new URLSearchParams({ mandrill_events: JSON.stringify(events) }).toString();
  return adapter.parseHook(hookRequest(body), testConnection('mailchimp', channelTypes.EMAIL)) as never;
};
const texts = (msg: object) => parseMail(msg).map(({ content }) => (content.kind === 'text' ? content.text : content.kind));

test('a mail says its subject and its words, of a page as well; an answer says its words', () => {
  expect(texts({ subject: 'Order 13', text: 'Please cancel it.' })).toEqual(['Order 13\n\nPlease cancel it.']);
  const html = '<html><body><p>Hello,</p><p>my parcel <b>12</b> is damaged.</p></body></html>';
  expect(texts({ subject: 'Question about parcel 12', html })).toEqual(['Question about parcel 12\n\nHello,\n\nmy parcel 12 is damaged.']);
  expect(texts({ subject: '', html: '<p>Only html here</p>' })).toEqual(['Only html here']);
  expect(texts({ subject: 'Re: Your order', text: 'Thanks', html: '<p>Other</p>' })).toEqual(['Thanks']);
  expect(texts({ subject: 'unsubscribe', text: '' })).toEqual(['unsubscribe']);
});

test('each file of a mail comes with its name and its bytes, and what is too long for a message comes whole beside it', () => {
  const attachments = {
    'bild ä.txt': { name: 'bild ä.txt', type: 'text/plain', content: 'aGVsbG8=', base64: true },
    'plain.csv': { name: 'plain.csv', type: 'text/csv', content: 'a,b', base64: false },
  };
  const images = { logo: { name: 'logo.png', type: 'image/png', content: 'iVBORw0=' } };
  const events = parseMail({ subject: 'Photo', text: 'see photo', attachments, images, headers: { 'Message-ID': '<1@mail.example>' } });
  const files = events.map(({ vendorMessageId, content }) =>
    content.kind === 'media'
      ? [vendorMessageId, content.media, content.caption, content.fileName, Buffer.from(content.bytes ?? []).toString('latin1')]
      : content,
  );
  expect(files).toEqual([
    ['<1@mail.example>', 'document', 'Photo\n\nsee photo', 'bild ä.txt', 'hello'],
    ['<1@mail.example>#1', 'document', '', 'plain.csv', 'a,b'],
    ['<1@mail.example>#2', 'image', '', 'logo.png', '\x89PNG\r'],
  ]);
  const long = 'word '.repeat(2000).trim();
  const [{ content } = { content: undefined }] = parseMail({ subject: '', text: long });
  expect(content).toMatchObject({ kind: 'media', fileName: 'mail.txt', caption: `${long.slice(0, 4000)}…` });
  expect(Buffer.from((content as { bytes: Uint8Array }).bytes).toString()).toBe(long);
});

test('the words of a page: lines, lists, links and entities; no script, style or comment', () => {
  const page = `<head><title>T</title><style>p{color:red}</style></head><body><!-- no --><h1>Hi&nbsp;Asha</h1>
    <p>See <a href="https://shop.example/a?b=1&amp;c=2" class="x">the offer</a> &lt;now&gt; &#8364;5</p><ul><li>One</li><li>Two</li></ul>
    <script>alert("<p>x</p>")</script><table><tr><td>a</td><td>b</td></tr></table><img alt="Sun" src="x">5 < 6<br>end</body>`;
  expect(htmlToText(page)).toBe(
    [
      'Hi Asha',
      '',
      'See the offer (https://shop.example/a?b=1&c=2) <now> €5',
      '',
      '- One',
      '- Two',
      '',
      'a b',
      '',
      '[Sun]5 < 6',
      'end',
    ].join('\n'),
  );
  // Its time grows with its length, whatever is not closed.
  for (const bad of ['<'.repeat(200_000), '<a href="'.repeat(50_000), '<!--'.repeat(100_000), '&'.repeat(500_000), '<p '.repeat(100_000)])
    expect(htmlToText(bad).length).toBeLessThanOrEqual(bad.length);
});
