import { Badge, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CardLoss, CardPreview, RichCardDocument } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { channelTypeName } from '../shared/channel-type-name.ts';
import classes from './card.module.css';
import { cardPreviewQuery } from './card.queries.ts';
import { ShownMessageView } from './shown-message.tsx';

const pauseMs = 300; // shorter than a pause between words, longer than one between letters
const levelColors = { native: 'green', reduced: 'yellow', text: 'gray' } as const;

/** A card as each type of channel shows it, side by side, with the list of what is lost there. */
export function CardPreviews({ document, language }: { document: RichCardDocument; language: string }) {
  const say = useWords(channelWords.card);
  const [look, setLook] = useState<'light' | 'dark'>('light');
  const [asked] = useDebouncedValue(document, pauseMs);
  const { data, error, isError, refetch } = useQuery(cardPreviewQuery({ ...asked, language, values: {} }));
  if (isError && !data) return <ErrorState error={error} title={say('noPreview')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={280} radius="md" />;
  return (
    <>
      <div className={classes.previewHead}>
        <SegmentedControl
          size="xs"
          aria-label={say('look')}
          value={look}
          onChange={(next) => setLook(next === 'dark' ? 'dark' : 'light')}
          data={[
            { value: 'light', label: say('light') },
            { value: 'dark', label: say('dark') },
          ]}
        />
        {isError ? (
          <Text size="sm" c="red" role="status">
            {say('previewOld')}
          </Text>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, for the keyboard too */}
      <ul className={classes.previews} aria-label={say('previews')} tabIndex={0}>
        {data.previews.map((preview) => (
          <OnChannel key={preview.channelType} preview={preview} look={look} />
        ))}
      </ul>
    </>
  );
}

function OnChannel({ preview: { channelType, level, contents, lost }, look }: { preview: CardPreview; look: 'light' | 'dark' }) {
  const say = useWords(channelWords.card);
  const name = channelTypeName(channelType);
  return (
    <li className={classes.preview} aria-label={name}>
      <div className={classes.itemHead}>
        <span>{name}</span>
        <Badge size="sm" variant="light" color={levelColors[level]}>
          {say(`level_${level}`)}
        </Badge>
      </div>
      <div className={classes.phone} data-look={look}>
        {contents.map((content, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids, and none moves
          <ShownMessageView key={place} message={content} />
        ))}
      </div>
      {lost.length > 0 ? (
        <ul className={classes.losses} aria-label={say('lostOn', { name })}>
          {lost.map((loss) => (
            <li key={`${loss.card} ${loss.what} ${loss.how} ${loss.title}`}>{sayLoss(loss)}</li>
          ))}
        </ul>
      ) : (
        <Text size="xs" c="dimmed">
          {say('nothingLost')}
        </Text>
      )}
    </li>
  );
}

/** Says a loss in a sentence: what, of which card where there are several, and what stands in for it. */
function sayLoss({ card, what, how, title }: CardLoss): string {
  const say = channelWords.card;
  const thing = what === 'suggestion' ? say('quoted', { title, interpolation: { escapeValue: false } }) : say(`lost_${what}`);
  return say(`how_${how}`, { thing, number: card + 1, interpolation: { escapeValue: false } });
}
