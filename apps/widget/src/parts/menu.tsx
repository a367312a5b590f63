import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session.ts';
import type { SessionState } from '../session-state.ts';
import type { Say } from '../words.ts';

type Props = { session: Session; state: SessionState; say: Say; onClose: () => void };

/** The visitor ends the conversation, or has it sent to an address that they confirm by a code. */
export function Menu({ session, state, say, onClose }: Props) {
  const { thread, connection } = state;
  const [error, setError] = useState('');
  const [isSure, setSure] = useState(false);
  const [isMailing, setMailing] = useState(false);
  const chatId = thread.chatId ?? '';
  const canEnd = thread.isOpen && thread.handledBy !== 'stream';
  const isOffline = connection !== 'open';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the chat is what closes the menu
  useEffect(() => {
    if (isSure && !thread.isOpen) onClose();
  }, [thread.isOpen]);
  useEffect(() => session.hear(({ type, data }) => type === 'refused' && data.key === 'endChat' && setError(data.message)), [session]);
  return (
    <div class="form menu">
      {canEnd ? (
        <button
          type="button"
          class={`text-button${isSure ? ' is-filled' : ''}`}
          disabled={isOffline}
          onClick={() => (isSure ? session.send('endChat', { chatId }) : setSure(true))}
        >
          {say(isSure ? 'endSure' : 'endChat')}
        </button>
      ) : null}
      {error ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : null}
      {isMailing ? (
        <MailForm session={session} state={state} say={say} onClose={onClose} />
      ) : (
        <button type="button" class="text-button" disabled={isOffline} onClick={() => setMailing(true)}>
          {say('mailChat')}
        </button>
      )}
    </div>
  );
}

function MailForm({ session, state: { thread }, say, onClose }: Props) {
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const chatId = thread.chatId ?? '';
  const [step, setStep] = useState('');
  const [error, setError] = useState('');
  useEffect(
    () =>
      session.hear(({ type, data }) => {
        if (type === 'transcript') setStep(data.state);
        if (type === 'transcript') setError('');
        if (type === 'refused' && data.key.endsWith('Transcript')) setError(data.message);
      }),
    [session],
  );
  const isAsked = step === 'asked';
  if (step === 'sent') return <p role="status">{say('chatSent')}</p>;
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    if (isAsked) session.send('confirmTranscript', { chatId, code: code.trim() });
    else session.send('askTranscript', { chatId, email: email.trim() });
  };
  return (
    <form onSubmit={handleSubmit}>
      {isAsked ? (
        <label key="code">
          <span>{say('codeSent')}</span>
          <input
            inputMode="numeric"
            dir="ltr"
            required
            autocomplete="one-time-code"
            maxLength={6}
            value={code}
            placeholder={say('code')}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </label>
      ) : (
        <label key="email">
          <span>{say('email')}</span>
          <input
            type="email"
            dir="ltr"
            required
            autocomplete="email"
            maxLength={254}
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        </label>
      )}
      {error ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : null}
      <button type="submit" class="text-button is-filled">
        {say(isAsked ? 'confirm' : 'mailChat')}
      </button>
      <button type="button" class="text-button" onClick={onClose}>
        {say('cancel')}
      </button>
    </form>
  );
}
