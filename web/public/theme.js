// Before the first paint: the colours this person chose here, where they chose some.
try {
  const theme = localStorage.getItem("sallyport.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to this page: the system's colours then.
}
