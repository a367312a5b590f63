import { type ShownAction, type ShownChoices, type ShownItem, showChoices } from '../../content/choices.ts';
import type { ChoiceItem, LocalText } from '../../document/fields.ts';
import type { MediaRef, SentContent } from '../../engine/effects.ts';
import type { Turn } from '../../engine/turn.ts';
import { chooseWord, moreWord } from '../../engine/words.ts';
import type { Value } from '../../expression/value.ts';

/** An item with what it stands for, where that is no item of the document. */
export type Option = ShownItem & { value: Value };

function toAction(turn: Turn, action: ChoiceItem['action']): ShownAction {
  if (action.kind === 'url') return { kind: 'url', url: turn.fill(action.url) };
  if (action.kind !== 'calendar') return action;
  const event = { title: turn.write(action.title), startsAt: action.startsAt, endsAt: action.endsAt };
  return { kind: 'calendar', ...event, link: turn.facts.eventLink?.(event) ?? '' };
}

export const toOption = (turn: Turn, { id, title, short, description, synonyms, action }: ChoiceItem): Option => ({
  id,
  title: turn.write(title),
  short: turn.write(short),
  description: turn.write(description),
  synonyms,
  action: toAction(turn, action),
  value: turn.write(title),
});

/** Lists the options of a node that has its items in its config. */
export const itemOptions = (turn: Turn, { config }: { config: { items: readonly ChoiceItem[] } }): Option[] =>
  config.items.map((item) => toOption(turn, item));

export type Question = { text: string; button?: LocalText; style: 'buttons' | 'list'; media?: MediaRef | null };

/** A question with its choices as the channel shows them, one message or two. */
export function askChoices(
  turn: Turn,
  { text, button = {}, style, media = null }: Question,
  options: readonly Option[],
  page: number,
): { contents: SentContent[]; shown: ShownChoices } {
  const shown = showChoices(
    {
      text,
      items: options,
      style,
      button: turn.write(button) || chooseWord(turn.language),
      more: moreWord(turn.language),
    },
    turn.facts.shape,
    page,
  );
  const { content } = shown;
  if (content.kind === 'text')
    return { contents: [...(media ? [{ kind: 'media' as const, media, caption: '' }] : []), { ...content, showsLink: true }], shown };
  // A list has no picture on any channel: it goes before it.
  if (content.kind === 'list' && media)
    return {
      contents: [
        { kind: 'media', media, caption: '' },
        { ...content, media: null },
      ],
      shown,
    };
  return { contents: [{ ...content, media }], shown };
}
