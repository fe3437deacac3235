# Asks Sallyport's service over its socket, and prints what the hook itself would print. Where there is no answer in 300 ms it
# becomes hook.sh, which starts the hook: with the same words and the same event, byte for byte.
# The line that starts it has looked whose the service's directory is.
# LINE is the line's process: where that is gone nobody waits for an answer, and nothing is decided for nobody.
# usage: hook.pl SERVICE LINE HOOK.SH [tell] SECONDS PROGRAM ARGUMENTS…
# No modules: they cost more than everything else here; a test runs it under strict.

my ($service, $line, $wrapper, @given) = @ARGV;
my @tell = @given && $given[0] eq 'tell' ? shift @given : ();
my ($limit, $program, @arguments) = @given;
my ($late, $none);
$SIG{PIPE} = 'IGNORE';
binmode $_ for *STDIN, *STDOUT, *STDERR;
my $event = do { local $/; <STDIN> };
$event = '' unless defined $event;

# The line is our parent, or the parent of the "timeout" between us. A killed process may stay in the table for a while.
sub waited_for {
    my $parent = getppid;
    return 1 if $parent == $line;
    open my $stat, '<', "/proc/$parent/stat" or return kill 0, $line;
    return join('', <$stat>) =~ /\) \S (\d+) [^)]*\z/ && $1 == $line;
}

# The service's words, or nothing; "late" tells that it was there and the time is over.
sub reach {
    my ($request, $seconds) = @_;
    my $path = "$service/hook.sock";
    my $linux = $^O eq 'linux';
    return if !($linux || $^O eq 'darwin') || length $path > 103;
    socket my $peer, 1, 1, 0 or return;
    fcntl $peer, 4, $linux ? 2048 : 4 or return;
    connect $peer, $linux ? pack('S a108', 1, $path) : pack('C C a104', 106, 1, $path) or $none = $! == ($linux ? 111 : 61), return;
    my ($in, $left, $began) = ('', $seconds, time);
    vec(my $bit = '', fileno $peer, 1) = 1;
    for (;;) {
        my ($readable, $writable, $turn) = ($bit, length $request ? $bit : undef, $left < 0.5 ? $left : 0.5);
        my ($ready, $rest) = select $readable, $writable, undef, $turn;
        exit 1 unless waited_for();
        $left -= $ready == 0 ? $turn : $turn - $rest;
        $late = 1, return if $ready < 0 || $left <= 0 || time - $began > $seconds + 1;
        next if $ready == 0;
        if (defined $writable && vec $writable, fileno $peer, 1) {
            my $sent = syswrite $peer, $request, 65536;
            return unless defined $sent;
            substr $request, 0, $sent, '';
        }
        if (vec $readable, fileno $peer, 1) {
            my $got = sysread $peer, $in, 65536, length $in;
            return if !defined $got || length $in > 4_000_000;
            my ($head, $body) = $in =~ /\AHTTP\/1\.1 20[02] [^\r\n]*\r\n(.*?)\r\n\r\n(.*)\z/s;
            my ($length) = defined $head ? "\n$head\r" =~ /\ncontent-length: (\d{1,7})\r/i : ();
            return $body if defined $length && $length == length $body;
            return if $got == 0;
        }
    }
}

# Ends with the service's answer, if that is one: this process's own number, a status, one object on the rest of the line.
sub pass_on {
    my ($status, $said, $words) = $_[0] =~ /\Asallyport $$ ([02]) (silent|\{[^\n]*\})(?:\n(.*))?\z/s or return;
    return if $said eq 'silent' && $status != 0;
    print STDERR "$words\n" if defined $words && $words ne '';
    print "$said\n" unless $said eq 'silent';
    exit $status;
}

sub ask_service {
    return if grep { /\n/ } @arguments, $ENV{HOME}, $limit;
    open my $file, '<', "$service/secret" or return;
    my $secret = join '', <$file>;
    my (undef, $host) = @arguments;
    return unless $secret =~ /\A[\w-]+: [\w-]{43}\n\z/ && $host =~ /\A[\w-]+\z/;
    chomp $secret;
    my $common = "Host: localhost\r\n$secret\r\nConnection: close\r\n";
    my $body = join "\n", 'sallyport-hook 1', $$, $limit, $ENV{HOME}, scalar(@arguments), @arguments, $event;
    my $length = length $body;
    my $answer = reach("POST /v1/hooks/$host HTTP/1.1\r\n${common}Content-Length: $length\r\n\r\n$body", 0.3);
    $late = 0;
    return unless defined $answer;
    pass_on($answer);
    my ($id) = $answer =~ /\Asallyport $$ pending ([0-9a-f]{32})\n\z/ or return;
    my $began = time;
    $answer = reach("GET /v1/hooks/pending/$id HTTP/1.1\r\n$common\r\n", $limit);
    return if $late;
    pass_on($answer) if defined $answer;
    $limit -= time - $began;
    $late = $limit <= 0;
}

ask_service();

# The hook itself, with the event on its standard input; or the words for a time that is over.
pipe my $out, my $in or exit 1;
my $writer = fork;
exit 1 unless defined $writer;
if ($writer == 0) {
    close $out;
    open STDOUT, '>', '/dev/null';
    while (length $event) {
        my $sent = syswrite $in, $event, 1 << 20;
        last unless defined $sent;
        substr $event, 0, $sent, '';
    }
    exit 0;
}
close $in;
open STDIN, '<&', $out or exit 1;
$SIG{PIPE} = 'DEFAULT';
delete $ENV{PERL_SKIP_LOCALE_INIT};
exec '/bin/sh', $wrapper, $late ? 'late' : $none ? 'none' : 'alone', @tell, $limit, $program, @arguments;
exit 1;
