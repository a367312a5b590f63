import { useEffect, useRef, useState } from 'preact/hooks';
import { ClipIcon, SendIcon } from './icons.tsx';
import { messageLimit } from './protocol.ts';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import type { Say } from './words.ts';

/** Number of characters before the limit from which the count is shown. */
const nearLimit = 200;

type Upload = { id: number; name: string; ratio: number; reason: string };
let uploadId = 0;

/** The rules by which the server keeps no file, whatever its kind; '' where none of them is against it. */
function refusalOf({ size }: File, limitBytes: number, say: Say): string {
  if (size === 0) return say('fileEmpty');
  return size > limitBytes ? say('fileTooLarge', { limit: `${Math.floor(limitBytes / 1024 / 1024)} MB` }) : '';
}

export function Composer({ session, state, say }: { session: Session; state: SessionState; say: Say }) {
  const [text, setText] = useState(session.getDraft);
  const [uploads, setUploads] = useState<Upload[]>([]);
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

  const setUpload = (id: number, change: Partial<Upload>) =>
    setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  const dropUpload = (id: number) => setUploads((list) => list.filter((upload) => upload.id !== id));
  const handleFile = async () => {
    const chosen = file.current?.files?.[0];
    if (!chosen) return;
    if (file.current) file.current.value = '';
    uploadId += 1;
    const id = uploadId;
    const reason = refusalOf(chosen, state.config.maxFileBytes, say);
    setUploads((list) => [...list, { id, name: chosen.name, ratio: 0, reason }]);
    if (reason) return;
    try {
      const attachment = await session.upload(chosen, (ratio) => setUpload(id, { ratio }));
      dropUpload(id);
      session.say('', attachment);
    } catch (error) {
      setUpload(id, { reason: (error instanceof Error && error.message) || say('uploadFailed') });
    }
  };

  const isNew = !state.thread.isOpen && state.thread.chatId !== null;
  const placeholder = isNew ? say('writeNew') : say('write');
  return (
    <div class="composer">
      {uploads.map((upload) => (
        <div key={upload.id} class="upload" role={upload.reason ? 'alert' : undefined}>
          <span class="upload-name">{upload.name}</span>
          {upload.reason ? (
            <>
              <span class="error">{upload.reason}</span>
              <button type="button" class="text-button" onClick={() => dropUpload(upload.id)}>
                {say('discard')}
              </button>
            </>
          ) : (
            <progress max={1} value={upload.ratio} aria-label={say('uploading', { name: upload.name })} />
          )}
        </div>
      ))}
      {left <= nearLimit ? (
        <p class={`limit${left < 0 ? ' error' : ''}`} role="status">
          {left < 0 ? say('tooLong', { count: -left }) : say('left', { count: left })}
        </p>
      ) : null}
      <div class="composer-row">
        <input ref={file} type="file" class="hidden" tabIndex={-1} aria-hidden="true" onChange={() => void handleFile()} />
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
