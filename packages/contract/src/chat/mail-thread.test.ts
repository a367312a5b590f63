import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostReferences } from './mail.ts';
import { plainSubject, quoteText, referencesTo, replyLines, replySubject, withoutRepeats } from './mail-thread.ts';

const person = (address: string, name = '') => ({ name, address });

test('an answer is marked once, whatever marks of whichever language stand before the subject', () => {
  expect(replySubject('Order 17')).toBe('Re: Order 17');
  expect(replySubject('AW: Re[2]: RE : Sv: Order 17')).toBe('Re: Order 17');
  expect(replySubject('Fwd: Order 17')).toBe('Re: Fwd: Order 17');
  expect(replySubject('Regarding: you')).toBe('Re: Regarding: you');
  expect([replySubject(''), replySubject('Re: ')]).toEqual(['', '']);
  const marks = fc.constantFrom('Re: ', 'AW:', 'Antw : ', 'RE[3]: ', 'उत्तर: ', 'sv: ');
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 5 }), fc.string({ unit: 'grapheme', maxLength: 400 }), (before, subject) => {
      const answer = replySubject(before.join('') + subject);
      expect(answer).toBe(replySubject(subject));
      expect(replySubject(answer)).toBe(answer);
      expect(answer.length).toBeLessThanOrEqual(250);
      expect(answer.isWellFormed() || !subject.isWellFormed()).toBe(true);
      expect(/[\r\n]/.test(answer)).toBe(false);
    }),
  );
  // Its time grows with its length.
  expect(plainSubject('Re: '.repeat(50_000))).toBe('');
});

test('repeated words are marked line by line, and nothing of them is lost', () => {
  expect(quoteText('Hello\n\n> earlier\r\nBye')).toBe('> Hello\n>\n>> earlier\n> Bye');
  fc.assert(
    fc.property(fc.array(fc.string().filter((line) => !/[\r\n]/.test(line))), (lines) => {
      const quoted = quoteText(lines.join('\n')).split('\n');
      expect(quoted.every((line) => line.startsWith('>'))).toBe(true);
      expect(quoted.map((line) => (line.startsWith('>>') ? line.slice(1) : line.replace(/^> ?/, '')))).toEqual(
        lines.length === 0 ? [''] : lines,
      );
    }),
  );
});

test('a reply goes to its sender, or to all whom the mail names, each once and none of our own addresses', () => {
  const mail = {
    from: person('meera@mail.example', 'Meera'),
    to: [person('Help@shop.example'), person('omar@mail.example')],
    cc: [person('lea@mail.example'), person('MEERA@mail.example')],
  };
  const own = ['help@shop.example'];
  expect(replyLines(mail, own, false)).toEqual({ to: [mail.from], cc: [], bcc: [] });
  expect(replyLines(mail, own, true)).toEqual({ to: [mail.from, mail.to[1]], cc: [mail.cc[0]], bcc: [] });
  // Our own mail is answered to those that it went to.
  const ours = { from: person('help@shop.example'), to: [mail.from], cc: [person('lea@mail.example')] };
  expect(replyLines(ours, own, false)).toEqual({ to: [mail.from], cc: [], bcc: [] });
  const address = fc.constantFrom('a@x.example', 'A@x.example', 'b@x.example', 'help@shop.example', 'c@x.example');
  const people = fc.array(address.map((one) => person(one)));
  fc.assert(
    fc.property(people, people, people, (to, cc, bcc) => {
      const lines = withoutRepeats({ to, cc, bcc }, own);
      const all = [...lines.to, ...lines.cc, ...lines.bcc].map((one) => one.address.toLowerCase());
      expect(new Set(all).size).toBe(all.length);
      expect(all).not.toContain('help@shop.example');
      const given = new Set([...to, ...cc, ...bcc].map((one) => one.address.toLowerCase()));
      given.delete('help@shop.example');
      expect(new Set(all)).toEqual(given);
    }),
  );
});

test('references are those of the parent and the parent, of many the first and the newest', () => {
  expect(referencesTo({ messageId: 'b', before: ['a'] })).toEqual(['a', 'b']);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 1, maxLength: 8 }), { maxLength: 60 }),
      (ids) => {
        const [parent = 'p', ...before] = ids;
        const references = referencesTo({ messageId: parent, before });
        expect(references.length).toBeLessThanOrEqual(mostReferences);
        expect(references.at(-1)).toBe(parent);
        if (before[0]) expect(references[0]).toBe(before[0]);
      },
    ),
  );
});

test('an address that forwards to the channel gets no answer: it would come back', () => {
  const mail = { from: person('meera@mail.example'), to: [person('Info@shop.example'), person('omar@mail.example')], cc: [] };
  const addresses = (via: string[]) => replyLines({ ...mail, via }, ['help@shop.example'], true).to.map(({ address }) => address);
  expect(addresses([])).toEqual(['meera@mail.example', 'Info@shop.example', 'omar@mail.example']);
  expect(addresses(['info@shop.example'])).toEqual(['meera@mail.example', 'omar@mail.example']);
});
