import { partialAnswers } from '@parley/contract';

/** The model's word for no answer in the passages. */
export const noAnswer = 'NO_ANSWER';

/**
 * Returns the part of an unfinished answer that may be shown. It leaves out text that may yet turn out to be data or the word for no
 * answer, which nobody is to read in a chat.
 */
export function showable(written: string): string {
  const text = written.trimStart();
  if (/^[{[`]/u.test(text) || text.includes(noAnswer)) return '';
  for (let length = noAnswer.length - 1; length > 0; length -= 1)
    if (text.endsWith(noAnswer.slice(0, length))) return text.slice(0, -length).trimEnd();
  return text.trimEnd();
}

export type PartialAnswer = {
  /** All that is written so far; '' takes it back. What comes too fast waits, and the latest is sent. */
  show: (text: string) => void;
  /** The answer follows and replaces what is shown; what was taken back is taken back at once. */
  finish: () => void;
  /** No answer follows: what is shown is taken back. */
  drop: () => void;
};

const pauseMs = 1000 / partialAnswers.perSecond;

/**
 * @param send called no more often than clients are to hear of one answer; a text beyond the limit is not sent
 * @param render how what is written reads where it is shown
 */
export function createPartialAnswer(send: (text: string) => void, render = (text: string) => text): PartialAnswer {
  let wanted = '';
  let sent = '';
  let pause: NodeJS.Timeout | undefined;
  const tell = () => {
    const text = wanted === '' ? '' : render(wanted);
    if (text === sent || text.length > partialAnswers.mostCharacters) return false;
    sent = text;
    send(text);
    return true;
  };
  const next = () => {
    pause = tell() ? setTimeout(next, pauseMs) : undefined;
  };
  const finish = () => {
    clearTimeout(pause);
    if (wanted === '') tell();
  };
  return {
    show(text) {
      wanted = text;
      if (!pause) next();
    },
    finish,
    drop() {
      wanted = '';
      finish();
    },
  };
}
