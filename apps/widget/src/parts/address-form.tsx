import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session.ts';
import type { SessionState } from '../session-state.ts';
import type { Say } from '../words.ts';

type Props = { session: Session; state: SessionState; say: Say };

/** Nobody is there: the visitor may leave an address for the answer. */
export function AddressForm({ session, state: { connection }, say }: Props) {
  const [email, setEmail] = useState('');
  const [isKept, setKept] = useState(false);
  const [error, setError] = useState('');
  useEffect(
    () =>
      session.hear(({ type, data }) => {
        if (type === 'addressKept') setKept(true);
        if (type === 'refused' && data.key === 'leaveAddress') setError(data.message);
      }),
    [session],
  );
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    session.connect();
    if (email.trim()) session.send('leaveAddress', { email: email.trim() });
  };
  if (isKept)
    return (
      <p class="thanks" role="status">
        {say('addressKept')}
      </p>
    );
  return (
    <form class="form" onSubmit={handleSubmit}>
      <label>
        <span>{say('askAddress')}</span>
        <input
          type="email"
          dir="ltr"
          required
          autocomplete="email"
          maxLength={254}
          value={email}
          placeholder={say('email')}
          aria-invalid={error !== ''}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      {error ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : null}
      <button type="submit" class="text-button is-filled" disabled={connection === 'lost'}>
        {say('save')}
      </button>
    </form>
  );
}
