import { useState } from 'preact/hooks';
import type { MessageChoices } from '../protocol.ts';
import type { Say } from '../words.ts';

/** More than these are looked through by a search. */
const mostAtOnce = 10;

type Props = { choices: MessageChoices; isOpen: boolean; onPress: (choice: { id: string; title: string }) => void; say: Say };

/** Choices that the visitor may press instead of writing: a press is a message of theirs. */
export function ChoicesView({ choices: { button, items }, isOpen, onPress, say }: Props) {
  const [wanted, setWanted] = useState('');
  const hasSearch = items.length > mostAtOnce;
  const folded = wanted.trim().toLocaleLowerCase();
  const shown = hasSearch ? items.filter((item) => `${item.title} ${item.description}`.toLocaleLowerCase().includes(folded)) : items;
  const label = button || say('choices');
  return (
    <fieldset class={`choices${hasSearch ? ' is-list' : ''}`} aria-label={label} disabled={!isOpen}>
      {hasSearch ? (
        <input
          type="search"
          value={wanted}
          placeholder={say('search')}
          aria-label={`${label}: ${say('search')}`}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      ) : null}
      {shown.map((item) => (
        <button key={item.id} type="button" class="choice" onClick={() => onPress(item)}>
          {item.title}
          {item.description ? <small>{item.description}</small> : null}
        </button>
      ))}
      {hasSearch ? (
        <p class="none" role="status">
          {shown.length === 0 ? say('noneFound') : ''}
        </p>
      ) : null}
    </fieldset>
  );
}
