/** A page like an enterprise's own, with the widget on it: `/demo`, outside production. */
export const demoPage = (widgetKey: string, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Demo shop</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --ink: light-dark(#1c2b33, #e6edf0); --soft: light-dark(#51626b, #a8b6bd); --paper: light-dark(#fbfaf7, #14191c); --card: light-dark(#fff, #1d2428); --line: light-dark(#e3dfd6, #2d373c); --brand: light-dark(#1f6f78, #7cc7cf); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header, main, footer { max-inline-size: 62rem; margin-inline: auto; padding: 1.25rem 1.5rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: baseline; border-block-end: 1px solid var(--line); }
header strong { font-size: 1.15rem; letter-spacing: -.01em; }
header span { color: var(--soft); }
h1 { font-size: clamp(1.8rem, 5vw, 2.9rem); line-height: 1.15; letter-spacing: -.025em; max-inline-size: 20ch; margin-block: 2.5rem 1rem; }
main > p { max-inline-size: 56ch; color: var(--soft); }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; padding: 0; list-style: none; margin-block: 2.5rem; }
li { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; }
li h2 { font-size: 1rem; margin: 0 0 .35rem; }
li p { margin: 0; color: var(--soft); font-size: .95rem; }
a { color: var(--brand); }
footer { color: var(--soft); font-size: .9rem; padding-block-end: 6rem; }
code { font-size: .9em; }
</style>
</head>
<body>
<header><strong>Demo shop</strong><span>A page of an enterprise that uses the widget</span></header>
<main>
<h1>Questions? Write to us on this very page.</h1>
<p>Open the chat at the lower right. A bot answers first; write <em>agent</em> to talk to a person, who picks the chat up in the <a href="/login">console</a>.</p>
<ul>
<li><h2>Ask the bot</h2><p>Try “When are you open?”, “Where is my parcel?” or “How do I return something?”</p></li>
<li><h2>Talk to a person</h2><p>Sign in to the console as <code>agent@demo.example</code> with <code>Parley-demo-1</code> and pick the chat up.</p></li>
<li><h2>Lose the line</h2><p>Reload the page, or pull the plug for a moment: the conversation is still here.</p></li>
</ul>
</main>
<footer>This page loads one script and nothing else: <code>&lt;script src="/widget.js" data-key="${widgetKey}" async&gt;&lt;/script&gt;</code></footer>
<script src="/widget.js" data-key="${widgetKey}" async></script>
</body>
</html>
`;
