/** The browser and system of a session in two words ("Firefox · Windows"), from its User-Agent. */

const BROWSERS: [sign: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/MicroMessenger/, 'WeChat'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const first = (of: [RegExp, string][], agent: string): string | undefined =>
  of.find(([sign]) => sign.test(agent))?.[1];

/** Programs that are not browsers keep the name that they send. */
export function deviceOf(agent: string): string {
  const browser = first(BROWSERS, agent);
  const system = first(SYSTEMS, agent);
  if (!browser) return (/^[\w.-]+/.exec(agent)?.[0] ?? '').slice(0, 40);
  return system ? `${browser} · ${system}` : browser;
}
