const words =
  'the parcel that was sent on Monday has not come yet and nobody at the desk knows where it is so please look for it again '.split(' ');
const paragraph = (seed: number): string =>
  Array.from({ length: 60 }, (_, place) => words[(seed * 7 + place * 3) % words.length])
    .join(' ')
    .replace(/(.{1,70}) /g, '$1\r\n');
const inLines = (base64: string): string => base64.replace(/.{76}/g, '$&\r\n');

/** People who have written five mails each. */
const mailsOfAPerson = 5;
const file = (index: number) => inLines(Buffer.alloc(20_000, `page ${index} `).toString('base64'));

/**
 * A mail of a mailbox as many are: words and page, below them the mail that is answered; of ten one is plain and one has a file of 20 kB.
 * The mails of a person are an answer to each other.
 */
export function mailOf(index: number): string {
  const person = Math.floor(index / mailsOfAPerson);
  const head = [
    `Received: from mx.mail.example by mx.shop.example; ${new Date(1_790_000_000_000 + index * 1000).toUTCString()}`,
    `Authentication-Results: mx.shop.example; spf=pass smtp.mailfrom=mail.example; dkim=pass header.d=mail.example`,
    `Message-ID: <bench-${index}@mail.example>`,
    ...(index % mailsOfAPerson === 0
      ? []
      : [`In-Reply-To: <bench-${index - 1}@mail.example>`, `References: <bench-${index - 1}@mail.example>`]),
    `From: Person ${person} <person-${person}@mail.example>`,
    'To: help@shop.example',
    `Subject: ${index % mailsOfAPerson === 0 ? '' : 'Re: '}Parcel ${person}`,
    `Date: ${new Date(1_790_000_000_000 + index * 1000).toUTCString()}`,
    'MIME-Version: 1.0',
  ];
  const text = `${paragraph(index)}\r\n\r\nOn Monday Asha wrote:\r\n> ${paragraph(index + 1).replaceAll('\r\n', '\r\n> ')}`;
  if (index % 10 === 0) return [...head, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n');
  const page = `<div style="color:#123">${Array.from({ length: 8 }, (_, place) => `<p>${paragraph(index + place)}</p>`).join('\r\n')}</div>`;
  const alternative = [
    '--a',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--a',
    'Content-Type: text/html; charset=utf-8',
    '',
    page,
    '--a--',
    '',
  ];
  if (index % 10 !== 1) return [...head, 'Content-Type: multipart/alternative; boundary=a', '', ...alternative].join('\r\n');
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary=m',
    '',
    '--m',
    'Content-Type: multipart/alternative; boundary=a',
    '',
    ...alternative,
    '--m',
    'Content-Type: text/plain; name=list.txt',
    'Content-Disposition: attachment; filename=list.txt',
    'Content-Transfer-Encoding: base64',
    '',
    file(index),
    '--m--',
    '',
  ].join('\r\n');
}
