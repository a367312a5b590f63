import { Anchor, Badge, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import type { JourneyEntry } from '@parley/contract';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { saveBlob } from '../../../lib/save-blob.ts';
import { saveText } from '../../../lib/save-text.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { QrCode } from '../../account/shared/two-factor/qr-code.tsx';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';
import classes from './entries.module.css';
import { isOnWeb, isWritten } from './entry-outputs.ts';
import { useEntryRule } from './entry-rule.ts';
import { qrPng, qrSvg } from './qr-picture.ts';

/** Ways into a rule: a link, its QR code for print, a card with the word, the widget of a website. */
export function OutputsDialog({ entry, onClose }: { entry: JourneyEntry; onClose: () => void }) {
  const say = useWords(journeyWords.entry);
  const toRule = useEntryRule();
  const channels = useQuery(channelNamesQuery);
  const channel = channels.data?.find(({ id }) => id === entry.channelId);
  const fileName = `${entry.journeyName}-${entry.word}`;
  const handlePng = () => void qrPng(entry.link).then((picture) => saveBlob(`${fileName}.png`, picture), tellFailure);
  return (
    <Modal opened onClose={onClose} size="lg" title={say('outputsTitle', { rule: toRule(entry), channel: entry.channelName })}>
      <Stack gap="lg">
        {entry.link === '' ? null : (
          <Part title={say('link')}>
            <Copied text={entry.link} />
            <Group gap="md" align="flex-end" mt="xs">
              <QrCode text={entry.link} label={say('qrOf', { word: entry.word })} size={150} />
              <Stack gap="xs">
                <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={handlePng}>
                  {say('png')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  onClick={() => saveText(`${fileName}.svg`, qrSvg(entry.link), 'image/svg+xml')}
                >
                  {say('svg')}
                </Button>
              </Stack>
            </Group>
          </Part>
        )}
        {isOnWeb(entry) && channel ? (
          <Part title={say('snippet')}>
            <Text size="sm" c="dimmed">
              {say('snippetHint')}
            </Text>
            <Copied text={`<script src="${location.origin}/widget.js" data-key="${channel.widgetKey}" async></script>`} />
            <Group gap={6}>
              <Text size="sm">{say('domains')}</Text>
              {(channel.data.allowedDomains ?? []).map((domain) => (
                <Badge key={domain} color="gray">
                  {domain}
                </Badge>
              ))}
              {(channel.data.allowedDomains ?? []).length === 0 ? <Text size="sm">{say('noDomains')}</Text> : null}
              <Anchor
                size="sm"
                renderRoot={(props) => <Link to="/admin/channels/$channelId" params={{ channelId: channel.id }} {...props} />}
              >
                {say('changeDomains')}
              </Anchor>
            </Group>
          </Part>
        ) : null}
        {isWritten(entry) ? (
          <Part title={say('card')}>
            <div className={classes.card} data-print>
              <strong className={classes.cardTitle}>{entry.journeyName}</strong>
              <span>{say('cardText')}</span>
              <span className={classes.cardWord}>{entry.word}</span>
              <span>{say('cardTo', { channel: channel?.contactId || entry.channelName })}</span>
              {entry.link === '' ? null : (
                <>
                  <QrCode text={entry.link} label={say('qrOf', { word: entry.word })} size={170} />
                  <span>{say('cardScan')}</span>
                </>
              )}
            </div>
            <Group>
              <Button size="xs" variant="default" leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => globalThis.print()}>
                {say('print')}
              </Button>
            </Group>
          </Part>
        ) : null}
      </Stack>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes.part}>
      <h3 className={classes.partTitle}>{title}</h3>
      {children}
    </section>
  );
}

function Copied({ text }: { text: string }) {
  const say = useWords(journeyWords.entry);
  return (
    <div className={classes.copied}>
      <Code block className={classes.code ?? ''}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            {say(copied ? 'copied' : 'copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
