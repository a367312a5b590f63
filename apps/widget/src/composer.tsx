import { useEffect, useRef, useState } from 'preact/hooks';
import { ClipIcon, SendIcon } from './icons.tsx';
import { usePart } from './parts.ts';
import { messageLimit } from './protocol.ts';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import type { Say } from './words.ts';

/** Number of characters before the limit from which the count is shown. */
const nearLimit = 200;

type Chosen = { id: number; file: File };
let lastChosen = 0;

export function Composer({ session, state, say }: { session: Session; state: SessionState; say: Say }) {
  const [text, setText] = useState(session.getDraft);
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const part = usePart(chosen.length > 0 ? 'file' : undefined);
  const input = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const left = messageLimit - text.length;
  const canSend = text.trim() !== '' && left >= 0;

  const [startsFocused] = useState(!state.isRestored);
  useEffect(() => {
    if (startsFocused) input.current?.focus();
  }, [startsFocused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, 140)}px`;
  }, [text]);

  const send = () => {
    if (!canSend) return;
    session.say(text.trim());
    setText('');
    session.setDraft('');
    input.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word; 229 is how Safari says so.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  const handleInput = (next: string) => {
    setText(next);
    session.setDraft(next);
    if (next.trim() !== '') session.typing();
  };

  const handleFile = () => {
    const given = file.current?.files?.[0];
    if (!given) return;
    if (file.current) file.current.value = '';
    lastChosen += 1;
    setChosen((list) => [...list, { id: lastChosen, file: given }]);
  };

  const isNew = !state.thread.isOpen && state.thread.chatId !== null;
  const placeholder = isNew ? say('writeNew') : say('write');
  return (
    <div class="composer">
      {chosen.map((one) =>
        part ? (
          <part.FileLine
            key={one.id}
            file={one.file}
            limitBytes={state.config.maxFileBytes}
            session={session}
            say={say}
            onDone={() => setChosen((list) => list.filter(({ id }) => id !== one.id))}
          />
        ) : null,
      )}
      {left <= nearLimit ? (
        <p class={`limit${left < 0 ? ' error' : ''}`} role="status">
          {left < 0 ? say('tooLong', { count: -left }) : say('left', { count: left })}
        </p>
      ) : null}
      <div class="composer-row">
        <input ref={file} type="file" class="hidden" tabIndex={-1} aria-hidden="true" onChange={handleFile} />
        <button
          type="button"
          class="icon-button"
          aria-label={say('attach')}
          title={say('attach')}
          disabled={state.connection !== 'open'}
          onClick={() => file.current?.click()}
        >
          <ClipIcon />
        </button>
        <textarea
          ref={input}
          rows={1}
          dir="auto"
          value={text}
          placeholder={placeholder}
          aria-label={placeholder}
          aria-invalid={left < 0}
          enterkeyhint="send"
          onInput={(event) => handleInput(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        <button type="button" class="icon-button send" aria-label={say('send')} title={say('send')} disabled={!canSend} onClick={send}>
          <SendIcon />
        </button>
      </div>
    </div>
  );
}
