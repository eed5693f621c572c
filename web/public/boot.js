// Before anything is drawn: the theme and language chosen last time, so that nothing flashes; and
// everything that the page needs is asked for at once.
(function () {
  var set = {};
  try {
    set = JSON.parse(localStorage.getItem('masa.settings') || '{}');
    if (/^(light|dark|contrast)$/.test(set.theme))
      document.documentElement.dataset.theme = set.theme;
    if (set.lang) document.documentElement.lang = set.lang === 'zh' ? 'zh-Hans' : 'en';
  } catch (e) {
    /* a browser that keeps nothing */
  }
  // Filled in when the client is built: vite.config.ts.
  var pages = {};
  var page = pages[location.pathname.split('/')[1]];
  if (!page || !page.all) return; // a page may be called "constructor"
  var lang = set.lang || (/^zh/i.test((navigator.languages || [])[0] || '') ? 'zh' : 'en');
  page.all.concat(page[lang] || []).forEach(function (name) {
    var link = document.createElement('link');
    var isStyle = name.endsWith('css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.href = '/assets/' + name;
    document.head.appendChild(link);
  });
})();
