import type { WhiteLabel } from './app-config.ts';

/** The product's own look, by itself: code that draws with it needs no schema. */
export const defaultWhiteLabel: WhiteLabel = {
  isWhiteLabel: false,
  info: { title: 'Parley', supportContact: '' },
  logoPath: '',
  favIconPath: '',
  loaderPath: '',
  colors: { primary: '#1f6f78', primaryText: '#ffffff', topBar: '#ffffff', topBarText: '#1c2b33' },
  banner: [
    {
      subtitle: 'Every channel, one conversation',
      image: '',
      text: 'WhatsApp, RCS, SMS, e-mail and your own website arrive in one place.',
    },
    { subtitle: 'Bots that know when to stop', image: '', text: 'A bot answers what it knows and hands the rest to a person.' },
    { subtitle: 'Numbers you can open', image: '', text: 'Each figure leads to the messages that it counts.' },
  ],
  dashBoardVideo: '',
  mail: { senderName: '', footer: '' },
  isSameOrigin: true,
  allowedVendors: { WHATSAPP: ['airtel'], WEB: ['twixormcmi'], RCS: ['vi', 'jio'] },
};
