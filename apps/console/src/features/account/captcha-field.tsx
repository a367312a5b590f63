import { ActionIcon, Anchor, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './account.module.css';
import type { Captcha } from './use-captcha.ts';

/** The picture and its answer; a question in words stands in for who cannot see the picture. */
export function CaptchaField({ captcha, ...input }: { captcha: Captcha } & TextInputProps) {
  const { t } = useTranslation();
  const [isQuestion, setQuestion] = useState(false);
  if (!captcha.isRequired && !captcha.isLoading) return null;
  const source = captcha.picture.startsWith('data:') ? captcha.picture : `data:image/png;base64,${captcha.picture}`;
  return (
    <div>
      <div className={classes.captcha}>
        {isQuestion ? (
          <div className={classes.question} role="status">
            {captcha.question}
          </div>
        ) : (
          <div className={classes.captchaPicture}>
            {captcha.isLoading ? (
              <Skeleton height={58} radius={0} />
            ) : captcha.picture ? (
              <img src={source} alt={t('account.captchaImage')} />
            ) : (
              <span style={{ color: '#5c636a', fontSize: 13 }}>{t('account.captchaFailed')}</span>
            )}
          </div>
        )}
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('account.captchaRefresh')}
          onClick={captcha.refresh}
          loading={captcha.isLoading}
        >
          <IconRefresh size={17} />
        </ActionIcon>
      </div>
      <TextInput
        label={isQuestion ? t('account.captchaAnswer') : t('account.captcha')}
        placeholder={isQuestion ? '' : t('account.captchaHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...input}
      />
      {captcha.question ? (
        <Anchor component="button" type="button" size="xs" mt={6} onClick={() => setQuestion(!isQuestion)}>
          {t(isQuestion ? 'account.captchaPicture' : 'account.captchaAlternative')}
        </Anchor>
      ) : null}
    </div>
  );
}
