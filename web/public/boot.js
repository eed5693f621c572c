// Before anything is drawn: the theme and language chosen last time, so that nothing flashes.
(function () {
  try {
    var set = JSON.parse(localStorage.getItem('masa.settings') || '{}');
    if (/^(light|dark|contrast)$/.test(set.theme))
      document.documentElement.dataset.theme = set.theme;
    if (set.lang) document.documentElement.lang = set.lang === 'zh' ? 'zh-Hans' : 'en';
  } catch (e) {
    /* a browser that keeps nothing */
  }
})();
