package dev.belfry.alerting.mail.smtp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of one connection, kept in reach so that another thread can end it: the library waits
 * for a server longer than an attempt may take if that server says a word now and then.
 */
final class SmtpSockets {
  private final SSLSocketFactory tls;
  private volatile @Nullable Socket socket;
  private volatile boolean ended;

  SmtpSockets(SSLSocketFactory tls) {
    this.tls = tls;
  }

  /** Ends the connection at once, whatever it does; safe for every thread. */
  void end() {
    ended = true;
    Socket open = socket;
    if (open != null) {
      try {
        open.close();
      } catch (IOException gone) {
        // That is what was wanted.
      }
    }
  }

  private Socket open() throws IOException {
    Socket made = new Socket();
    made.setTcpNoDelay(true);
    socket = made;
    // Looked at last: whoever ends the connection from here on finds the socket.
    if (ended) {
      made.close();
      throw new IOException("ended");
    }
    return made;
  }

  /** Makes sockets that are not connected yet; the library makes no others. */
  SocketFactory plain() {
    return new SocketFactory() {
      @Override
      public Socket createSocket() throws IOException {
        return open();
      }

      @Override
      public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }
    };
  }

  /** The same, and TLS over them. */
  SSLSocketFactory secure() {
    return new SSLSocketFactory() {
      @Override
      public Socket createSocket() throws IOException {
        return open();
      }

      @Override
      public Socket createSocket(Socket below, String host, int port, boolean close)
          throws IOException {
        return tls.createSocket(below, host, port, close);
      }

      @Override
      public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
      }

      @Override
      public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
      }

      @Override
      public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }
    };
  }
}
