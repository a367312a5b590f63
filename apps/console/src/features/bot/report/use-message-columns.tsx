import type { ConversationRow } from '@parley/contract';
import { useMemo } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { nameOfEmotion } from '../shared/emotion-name.ts';
import { emotionPictures, isEmotion } from './emotion.ts';
import { ReplyWords } from './reply-words.tsx';
import classes from './report.module.css';

/** The columns of REPORT-021. */
export function useMessageColumns(onOpen: (row: ConversationRow) => void): DataColumn<ConversationRow>[] {
  const say = useWords(botWords.report);
  const sayEmotion = useWords(botWords.sentiment);
  return useMemo<DataColumn<ConversationRow>[]>(
    () => [
      {
        id: 'message',
        header: say('message'),
        isHideable: false,
        cell: (row) => (
          <button
            type="button"
            className={classes.message}
            aria-haspopup="dialog"
            onClick={(event) => {
              event.stopPropagation();
              onOpen(row);
            }}
          >
            {row.isErased ? <em>{say('erased')}</em> : row.userMessage}
          </button>
        ),
      },
      { id: 'date', header: say('date'), isOneLine: true, cell: ({ createdOn }) => formatReportDate(createdOn) },
      { id: 'identified', header: say('intentIdentified'), cell: ({ intentIdentified }) => say(intentIdentified ? 'yes' : 'no') },
      { id: 'intent', header: say('intent'), cell: (row) => row.intent },
      { id: 'confidence', header: say('confidence'), align: 'end', cell: ({ confidence }) => formatNumber(confidence, [0, 2]) },
      { id: 'utterance', header: say('trainingPhrase'), cell: ({ utterance }) => utterance },
      {
        id: 'response',
        header: say('response'),
        cell: (row) => <div className={classes.response}>{row.isErased ? null : <ReplyWords text={row.botResponse} />}</div>,
      },
      {
        id: 'emotion',
        header: say('emotion'),
        isOneLine: true,
        cell: ({ emotion }) =>
          isEmotion(emotion) ? (
            <>
              <span aria-hidden>{emotionPictures[emotion]}</span> {nameOfEmotion(sayEmotion, emotion)}
            </>
          ) : (
            emotion
          ),
      },
    ],
    [say, sayEmotion, onOpen],
  );
}
