import { Alert, Button, Loader, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMailWords } from '../../../locales/chat-mail.ts';
import classes from './mail-page.module.css';
import { mailPageQuery } from './mail-page.queries.ts';
import { toFrame } from './mail-page.rules.ts';

type Props = { chatId: string; number: number; subject: string; onClose: () => void };

/**
 * A mail as the page that its sender has made, in a frame without scripts, forms or ways out. Such a frame tells nobody how high its page is,
 * so it fills the dialog and scrolls by itself.
 */
export function MailPage({ chatId, number, subject, onClose }: Props) {
  const t = useWords(chatMailWords.mail);
  const [hasPictures, setPictures] = useState(false);
  const { data, error, isFetching } = useQuery(mailPageQuery(chatId, number, hasPictures));
  const title = t('pageTitle', { subject: subject || t('noSubject'), interpolation: { escapeValue: false } });
  return (
    <Modal opened onClose={onClose} title={title} size="min(960px, 96vw)" classNames={{ body: classes.body }}>
      {error ? <Alert color="red">{`${t('pageFailed')} ${describeFailure(error).message}`}</Alert> : null}
      {data && !hasPictures && data.pictures > 0 ? (
        <div className={classes.notice}>
          <span>{t('pictures', { count: data.pictures })}</span>
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => setPictures(true)}>
            {t('showPictures')}
          </Button>
        </div>
      ) : null}
      {data ? (
        <iframe
          className={classes.frame}
          title={title}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={toFrame(data.html, globalThis.location.origin)}
        />
      ) : error ? null : (
        <Loader size="sm" />
      )}
    </Modal>
  );
}
