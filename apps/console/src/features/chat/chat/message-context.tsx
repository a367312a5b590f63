import { Anchor } from '@mantine/core';
import type { ChatAction } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { marksOf } from '../shared/chat.rules.ts';
import classes from './message-context.module.css';

/** Shows the advert, product or story that the customer answered, above their words. */
export function MessageAbout({ action }: { action: ChatAction }) {
  const t = useWords(chatWords.conversation);
  const { about } = marksOf(action);
  if (!about) return null;
  const label = { ad: t('aboutAd'), product: t('aboutProduct'), story: t('aboutStory') }[about.kind];
  const isLink = /^https?:\/\//i.test(about.url);
  return (
    <div className={classes.about}>
      <span className={classes.label}>{label}</span>
      {about.title ? <strong>{about.title}</strong> : null}
      {about.text ? <span>{about.text}</span> : null}
      {isLink ? (
        <Anchor href={about.url} target="_blank" rel="noreferrer noopener" size="xs">
          {about.url}
        </Anchor>
      ) : about.url ? (
        <span>{about.url}</span>
      ) : null}
    </div>
  );
}
