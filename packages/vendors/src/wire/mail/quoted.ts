/**
 * Lines by which mail programs begin the mail that is answered. Outlook writes its heading in the language of the program; German, French,
 * Spanish and Hindi are known beside English.
 */
const introductions = [
  /^\s*-{2,}\s*(original message|original appointment|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message original|message transféré|mensaje original|mensaje reenviado|मूल संदेश)\s*-{2,}\s*$/i,
  /^\s*_{20,}\s*$/,
  /^\s*(begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié|inicio del mensaje reenviado)\s*:\s*$/i,
];
/** 'On Tuesday Asha wrote:' ends in its own way in each language; some programs break it into two or three lines. */
const attributions = [
  /^\s*(on|am|le|el)\b[^\n]{4,300}(wrote|schrieb[^\n:]{0,80}|a écrit|escribió)\s*:\s*$/i,
  /^\s*(em|il)\b[^\n]{4,300}(escreveu|ha scritto)\s*:\s*$/i,
  /^[^\n]{4,300}\s(ने लिखा|ने यह लिखा|पर लिखा)\s*:\s*$/,
];
const from = /^\s*\*?(from|von|de|प्रेषक)\s?:\*?\s+\S/i;
const headings =
  /^\s*\*?(sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|date|à|objet|enviado|fecha|para|asunto|भेजा गया|दिनांक|प्रति|विषय)\s?:\*?(\s|$)/i;
const mostLines = 5000;

type Line = { text: string; start: number };

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length && lines.length < mostLines; ) {
    const end = text.indexOf('\n', start);
    lines.push({
      text: text
        .slice(start, end === -1 ? text.length : end)
        .replace(/\r$/, '')
        .slice(0, 1000),
      start,
    });
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

/** True if the rest of the text is a block of '>' with nothing of the writer's own below it. */
function isQuotedToTheEnd(lines: readonly Line[], at: number): boolean {
  if (!/^\s*>/.test(lines[at]?.text ?? '')) return false;
  return lines.slice(at).every(({ text }) => text.trim() === '' || /^\s*>/.test(text));
}

/** An attribution may be broken: its lines are read as one. @returns the line behind it; -1 where there is none */
function endOfAttribution(lines: readonly Line[], at: number): number {
  let joined = '';
  for (const [place, { text }] of lines.slice(at, at + 3).entries()) {
    if (text.trim() === '') return -1;
    joined = `${joined} ${text.trim()}`.trim();
    if (joined.length <= 600 && attributions.some((pattern) => pattern.test(joined))) return at + place + 1;
  }
  return -1;
}

/** True if marked lines follow and words of the writer's own follow those: an answer below or between the lines of the other mail. */
function isAnsweredBelow(lines: readonly Line[], from: number, firstOfBlock: number): boolean {
  const first = lines.slice(from, from + 3).find(({ text }) => text.trim() !== '');
  return /^\s*>/.test(first?.text ?? '') && from < firstOfBlock;
}

/** Outlook's heading: who wrote it, then at least two more of its lines. */
function isHeading(lines: readonly Line[], at: number): boolean {
  if (!from.test(lines[at]?.text ?? '')) return false;
  return lines.slice(at + 1, at + 7).filter(({ text }) => headings.test(text)).length >= 2;
}

/**
 * Finds the place at which a mail begins to repeat the one that it answers, in UTF-16 units. An answer between the lines of the other mail, or
 * below them, repeats nothing that could be folded away.
 * @returns -1 where it repeats none
 */
export function quotedAt(text: string): number {
  const lines = linesOf(text);
  // The last '>' block is found from its end: looking ahead from each line would take the square of the time.
  let firstOfBlock = lines.length;
  while (firstOfBlock > 0 && /^\s*(>|$)/.test(lines[firstOfBlock - 1]?.text ?? '')) firstOfBlock -= 1;
  for (const [at, { text: line, start }] of lines.entries()) {
    if (line.trim() === '') continue;
    if (at >= firstOfBlock && isQuotedToTheEnd(lines, at)) return start;
    if (introductions.some((pattern) => pattern.test(line)) || isHeading(lines, at)) return start;
    const behind = endOfAttribution(lines, at);
    if (behind !== -1 && !isAnsweredBelow(lines, behind, firstOfBlock)) return start;
  }
  return -1;
}
