import { Group, SegmentedControl } from '@mantine/core';
import type { WhiteLabel } from '@parley/contract';
import { isHexColor } from '@parley/ui/oklch';
import { toShades } from '@parley/ui/theme';
import { type CSSProperties, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { shellWords } from '../../../locales/shell.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import classes from './branding-preview.module.css';

type View = 'login' | 'shell' | 'mail';

/** Login, shell and mail as they will look, light and dark, while the draft is being typed. */
export function BrandingPreview({ brand }: { brand: WhiteLabel }) {
  const say = useWords(accountWords.branding);
  const sayFrame = useWords(shellWords.frame);
  const [view, setView] = useState<View>('login');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const primary = isHexColor(brand.colors.primary) ? brand.colors.primary : '#666666';
  const variables = {
    '--p': primary,
    '--p-text': brand.colors.primaryText,
    '--p-deep': toShades(primary)[9],
    '--bar': scheme === 'dark' && brand.colors.topBar.toLowerCase() === '#ffffff' ? '#1d2025' : brand.colors.topBar,
    '--bar-text': scheme === 'dark' && brand.colors.topBar.toLowerCase() === '#ffffff' ? '#d5d7da' : brand.colors.topBarText,
  } as CSSProperties;
  return (
    <div>
      <Group justify="space-between" mb="sm" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={say('preview')}
          value={view}
          onChange={(next) => setView(next as View)}
          data={[
            { value: 'login', label: say('previewLogin') },
            { value: 'shell', label: say('previewShell') },
            { value: 'mail', label: say('previewMail') },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={sayFrame('colourScheme')}
          value={scheme}
          onChange={(next) => setScheme(next as 'light' | 'dark')}
          data={[
            { value: 'light', label: say('previewLight') },
            { value: 'dark', label: say('previewDark') },
          ]}
        />
      </Group>
      <div className={classes.stage} data-scheme={scheme} style={variables} aria-hidden>
        {view === 'login' ? <LoginView brand={brand} /> : view === 'shell' ? <ShellView brand={brand} /> : <MailView brand={brand} />}
      </div>
    </div>
  );
}

function Mark({ brand }: { brand: WhiteLabel }) {
  if (brand.logoPath) return <img className={classes.logo} src={brand.logoPath} alt="" />;
  return (
    <span className={classes.mark}>
      <span className={classes.letter}>{([...brand.info.title][0] ?? '').toUpperCase()}</span>
      {brand.info.title}
    </span>
  );
}

function LoginView({ brand }: { brand: WhiteLabel }) {
  const say = useWords(signInWords.signIn);
  const slide = brand.banner[0];
  return (
    <div className={classes.login}>
      <div className={classes.banner}>
        {slide?.image ? <img src={slide.image} alt="" /> : null}
        <b>{slide?.subtitle}</b>
        <span>{slide?.text}</span>
      </div>
      <div className={classes.card}>
        <Mark brand={brand} />
        <b>{say('signInTitle', { brand: brand.info.title })}</b>
        <i />
        <i />
        <span className={classes.button}>{say('signIn')}</span>
      </div>
    </div>
  );
}

function ShellView({ brand }: { brand: WhiteLabel }) {
  const say = useWords(shellWords.menu);
  const sayCommon = useWords(commonWords.ui);
  return (
    <div className={classes.shell}>
      <div className={classes.bar}>
        <Mark brand={brand} />
      </div>
      <div className={classes.menu}>
        <span data-current>{say('dashboard')}</span>
        <span>{say('converse')}</span>
        <span>{say('accountSettings')}</span>
      </div>
      <div className={classes.content}>
        <b>{say('dashboard')}</b>
        <div className={classes.bars}>
          {[40, 62, 50, 78, 66].map((height) => (
            <i key={height} style={{ blockSize: height }} />
          ))}
        </div>
        <span className={classes.button}>{sayCommon('save')}</span>
      </div>
    </div>
  );
}

function MailView({ brand }: { brand: WhiteLabel }) {
  const say = useWords(signInWords.signIn);
  return (
    <div className={classes.mail}>
      <div className={classes.from}>{brand.mail.senderName || brand.info.title}</div>
      <div className={classes.letterBody}>
        <Mark brand={brand} />
        <b>{say('resetTitle')}</b>
        <i />
        <i />
        <span className={classes.button}>{say('resetSubmit')}</span>
        <small>{brand.mail.footer || brand.info.supportContact}</small>
      </div>
    </div>
  );
}
