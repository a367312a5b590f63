import { Anchor, Badge, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import type { JourneyRule } from '@parley/contract';
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
import { qrPng, qrSvg } from './qr-picture.ts';
import { isOnWeb, isWritten } from './rule-outputs.ts';
import { useRuleText } from './rule-text.ts';
import classes from './rules.module.css';

/** Ways into a rule: a link, its QR code for print, a card with the word, the widget of a website. */
export function OutputsDialog({ rule, onClose }: { rule: JourneyRule; onClose: () => void }) {
  const say = useWords(journeyWords.entry);
  const toRule = useRuleText();
  const channels = useQuery(channelNamesQuery);
  const channel = channels.data?.find(({ id }) => id === rule.channelId);
  const fileName = `${rule.journeyName}-${rule.word}`;
  const handlePng = () => void qrPng(rule.link).then((picture) => saveBlob(`${fileName}.png`, picture), tellFailure);
  return (
    <Modal opened onClose={onClose} size="lg" title={say('outputsTitle', { rule: toRule(rule), channel: rule.channelName })}>
      <Stack gap="lg">
        {rule.link === '' ? null : (
          <Part title={say('link')}>
            <Copied text={rule.link} />
            <Group gap="md" align="flex-end" mt="xs">
              <QrCode text={rule.link} label={say('qrOf', { word: rule.word })} size={150} />
              <Stack gap="xs">
                <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={handlePng}>
                  {say('png')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  onClick={() => saveText(`${fileName}.svg`, qrSvg(rule.link), 'image/svg+xml')}
                >
                  {say('svg')}
                </Button>
              </Stack>
            </Group>
          </Part>
        )}
        {isOnWeb(rule) && channel ? (
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
        {isWritten(rule) ? (
          <Part title={say('card')}>
            <div className={classes.card} data-print>
              <strong className={classes.cardTitle}>{rule.journeyName}</strong>
              <span>{say('cardText')}</span>
              <span className={classes.cardWord}>{rule.word}</span>
              <span>{say('cardTo', { channel: channel?.contactId || rule.channelName })}</span>
              {rule.link === '' ? null : (
                <>
                  <QrCode text={rule.link} label={say('qrOf', { word: rule.word })} size={170} />
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
